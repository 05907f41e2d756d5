const HCHO_GRAMS_PER_MOLE = 30.03;
const LITRES_PER_MOLE_AT_0_C = 22.414;
const KELVIN_AT_0_C = 273.15;

/**
 * Formaldehyde by volume (ppm) → by mass (mg/m³) at `temperatureC` and 1013.25 hPa:
 * ppm × 30.03 ÷ (22.414 × (273.15 + T) ÷ 273.15), the ideal gas law; × 1.228 at 25 °C, × 1.248 at 20 °C.
 * `temperatureC` is an accepted reading (−40 to 125).
 */
export function hchoMgPerM3(ppm: number, temperatureC: number): number {
  const litresPerMole = (LITRES_PER_MOLE_AT_0_C * (KELVIN_AT_0_C + temperatureC)) / KELVIN_AT_0_C;
  return (ppm * HCHO_GRAMS_PER_MOLE) / litresPerMole;
}
