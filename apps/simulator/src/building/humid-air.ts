/** Water vapour in air at sea level: between relative humidity (%) and the mixing ratio (g of water per kg of air). */
const PRESSURE_HPA = 1013.25;
const WATER_TO_AIR = 622;

/** hPa; the Magnus formula with 17.62 and 243.12 °C (WMO). */
export function saturationPressure(temperature: number): number {
  return 6.112 * Math.exp((17.62 * temperature) / (243.12 + temperature));
}

/** g/kg of air at `temperature` °C and `humidity` %. */
export function moistureOf(temperature: number, humidity: number): number {
  const vapour = (saturationPressure(temperature) * humidity) / 100;
  return (WATER_TO_AIR * vapour) / (PRESSURE_HPA - vapour);
}

/** %; above 100 when the water exceeds saturation at this temperature. */
export function humidityOf(temperature: number, moisture: number): number {
  const vapour = (PRESSURE_HPA * moisture) / (WATER_TO_AIR + moisture);
  return (100 * vapour) / saturationPressure(temperature);
}
