import type { Conditions } from './conditions.ts';
import { humidityOf } from './humid-air.ts';
import { balance } from './mass-balance.ts';
import type { Room, RoomState } from './room.ts';

const BASE_TEMPERATURE_C = 23;
const BASE_HUMIDITY = 50;
/** A purifier's carbon removes formaldehyde more slowly than its filter removes particles. */
const HCHO_SHARE_OF_CLEAN_AIR = 0.12;
/** One litre a second in a room of 1 m³: 3,600 s/h, 0.001 m³, a million parts. */
const LITRES_A_SECOND_TO_PPM_AN_HOUR = 3_600_000;

export function stepCo2(room: Room, state: RoomState, { air, outside, hours }: Conditions): void {
  const litres = state.people * room.profile.person.co2_l_s;
  const breathed = (litres * LITRES_A_SECOND_TO_PPM_AN_HOUR) / room.volume_m3;
  state.co2 = balance(state.co2, air.total * outside.co2 + breathed, air.total, hours);
}

/**
 * Emission of formaldehyde relative to 23 °C and 50 %, by temperature (°C) and humidity (%), after Berge et al. 1980: R
 * = 9799 K, A = 0.0175 per %.
 */
export function hchoFactor(temperature: number, humidity: number): number {
  const kelvin = 1 / (273.15 + temperature) - 1 / (273.15 + BASE_TEMPERATURE_C);
  return Math.max(0.1, 1 + 0.0175 * (humidity - BASE_HUMIDITY)) * Math.exp(-9799 * kelvin);
}

export function stepHcho(room: Room, state: RoomState, { air, outside, emission, clean, hours }: Conditions): void {
  const humidity = humidityOf(state.temperature, state.moisture);
  const surfaces = room.profile.hcho * hchoFactor(state.temperature, humidity);
  const gain = air.total * outside.hcho + surfaces + emission.hcho;
  state.hcho = balance(state.hcho, gain, air.total + clean * HCHO_SHARE_OF_CLEAN_AIR, hours);
}
