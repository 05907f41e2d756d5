/** Whether a topic matches a filter of MQTT: `+` is one level, `#` at the end all levels from there on. */
export const matchesFilter = (filter: string, topic: string): boolean => {
  const levels = topic.split('/');
  const parts = filter.split('/');
  for (const [i, part] of parts.entries()) {
    if (part === '#') return i === parts.length - 1;
    if (i >= levels.length || (part !== '+' && part !== levels[i])) return false;
  }
  return parts.length === levels.length;
};
