/**
 * Whether the caller has this version already (RFC 9110, 13.1.2). Takes `If-None-Match`, and the entity tag with its
 * quotes.
 */
export const isKnown = (ifNoneMatch: string, etag: string): boolean =>
  ifNoneMatch.trim() === '*' || ifNoneMatch.split(',').some((each) => each.trim().replace(/^W\//, '') === etag)
