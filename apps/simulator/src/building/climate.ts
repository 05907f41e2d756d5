import type { Conditions } from './conditions.ts';
import { humidityOf, moistureOf } from './humid-air.ts';
import { balance } from './mass-balance.ts';
import type { Room, RoomState } from './room.ts';

/** Share of the outdoor temperature that an air change brings in: walls and furniture hold most of the heat. */
const AIR_HEAT_SHARE = 0.04;
/** The plant tempers its supply air and returns part of the moisture. */
const UNTEMPERED = 0.2;
const NOT_RECOVERED = 0.45;
const ENVELOPE_PER_HOUR = 0.012;
const PLANT_PER_HOUR = 2.5;
/** °C: frost protection while the plant is off. */
const SET_BACK = 14;
/** A seated person in a room of 1 m³: K/h of heat, g/kg of water per hour. */
const HEAT_PER_PERSON = 20;
const WATER_PER_PERSON = 42;
/** Moisture at a cooling coil, g/kg. */
const COIL_MOISTURE = 8.6;
const COIL_PER_HOUR = 3;
const HUMIDIFIER_PER_HOUR = 4;
/** %: higher humidity condenses on the walls. */
const DEWY = 96;

/** The temperature that the plant aims for; null when nothing is needed. */
function targetOf({ profile }: Room, { temperature }: RoomState, plantOn: boolean): number | null {
  const { heat, cool } = profile.climate;
  const lowest = plantOn ? heat : Math.min(heat, SET_BACK);
  if (temperature < lowest) return lowest;
  return plantOn && temperature > cool ? cool : null;
}

export function stepTemperature(room: Room, state: RoomState, { air, outside, plantOn, hours }: Conditions): void {
  const toOutside = ENVELOPE_PER_HOUR + (air.cracks + air.windows + air.plant * UNTEMPERED) * AIR_HEAT_SHARE;
  const gain = (state.people * HEAT_PER_PERSON) / room.volume_m3 + toOutside * outside.temperature;
  const target = targetOf(room, state, plantOn);
  const plant = target === null ? 0 : PLANT_PER_HOUR;
  state.temperature = balance(state.temperature, gain + plant * (target ?? 0), toOutside + plant, hours);
}

export function stepMoisture(room: Room, state: RoomState, conditions: Conditions): void {
  const { air, outside, plantOn, emission, hours } = conditions;
  const { cool, humidify } = room.profile.climate;
  let loss = air.cracks + air.windows + air.plant * NOT_RECOVERED;
  let gain = loss * outside.moisture + (state.people * WATER_PER_PERSON) / room.volume_m3 + emission.moisture;
  if (plantOn && state.temperature > cool - 0.3 && state.moisture > COIL_MOISTURE) {
    gain += COIL_PER_HOUR * COIL_MOISTURE;
    loss += COIL_PER_HOUR;
  }
  if (plantOn && humidify > 0 && humidityOf(state.temperature, state.moisture) < humidify) {
    gain += HUMIDIFIER_PER_HOUR * moistureOf(state.temperature, humidify);
    loss += HUMIDIFIER_PER_HOUR;
  }
  state.moisture = Math.min(balance(state.moisture, gain, loss, hours), moistureOf(state.temperature, DEWY));
}
