import { t } from '@atrium/contract/kernel/texts.ts'
import { ScimRefusal } from './scim-refusal.ts'

/** An entity tag as the protocol compares it: weakly. */
const weak = (tag: string) => tag.trim().replace(/^(W\/)?/, 'W/')

/** Throws 412 unless a resource has one of the versions that `If-Match` names; empty: any (RFC 7644, section 3.14). */
export const assertMatch = (ifMatch: string, version: string): void => {
  if (ifMatch !== '' && ifMatch.trim() !== '*' && !ifMatch.split(',').map(weak).includes(version))
    throw new ScimRefusal(412, t('数据已被他人修改'))
}
