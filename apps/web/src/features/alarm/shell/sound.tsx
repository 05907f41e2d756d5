import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { useTranslation } from 'react-i18next';
import { createStore, useStore } from '../../../lib/store.ts';
import { Icon } from '../../../ui/icon.tsx';

const KEY = 'alarm.sound';
/** Setting of this browser; off by default. */
const soundStore = createStore(localStorage.getItem(KEY) === 'on');

const TONES_HZ = [880, 660] as const;
const TONE_S = 0.16;
const LOUDNESS = 0.12;

/** Two short tones, if this browser is to make them. */
export function playSound(): void {
  if (!soundStore.get()) return;
  const audio = new AudioContext();
  for (const [i, hertz] of TONES_HZ.entries()) {
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    const start = audio.currentTime + i * TONE_S;
    tone.frequency.value = hertz;
    volume.gain.setValueAtTime(LOUDNESS, start);
    volume.gain.exponentialRampToValueAtTime(0.001, start + TONE_S);
    tone.connect(volume).connect(audio.destination);
    tone.start(start);
    tone.stop(start + TONE_S);
    if (i === TONES_HZ.length - 1) tone.addEventListener('ended', () => void audio.close());
  }
}

/** Enables the sound for new alarms in this browser, and plays it once. */
export function SoundSwitch() {
  const { t } = useTranslation();
  const isOn = useStore(soundStore);
  const word = t(isOn ? 'alarm.sound.on' : 'alarm.sound.off');
  const toggle = () => {
    localStorage.setItem(KEY, isOn ? 'off' : 'on');
    soundStore.set(!isOn);
    playSound();
  };
  return (
    <Tooltip title={word}>
      <IconButton aria-label={word} aria-pressed={isOn} onClick={toggle}>
        <Icon name={isOn ? 'sound' : 'soundOff'} />
      </IconButton>
    </Tooltip>
  );
}
