import * as z from 'zod/mini'
import { isTimeZone } from './time-zone.ts'

/** The name of a time zone, or none. Other programs learn it, so that offsets do not do. */
export const timeZoneOrEmpty = z._default(
  z.string().check(
    z.trim(),
    z.refine((name) => name === '' || (/^[a-z]/i.test(name) && isTimeZone(name)), '时区不存在'),
  ),
  '',
)
