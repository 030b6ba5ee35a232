/** A moment, this one unless another is given, as people read it (spec §9, y-m-d h:i:s), on the clocks of that IANA zone. */
export const wallClock = (timeZone: string, moment: Date = new Date()): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(moment)
