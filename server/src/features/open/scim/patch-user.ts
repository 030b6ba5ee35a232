import type { PatchOperation } from './patch-request.ts'
import type { ScimUser } from './scim-users.repository.ts'
import { type UserDraft, writeAttribute } from './user-draft.ts'

/** The one value that is kept of an attribute with several. */
const keptValues: Readonly<Record<string, (user: ScimUser, draft: UserDraft) => { type: string; value: string }>> = {
  emails: ({ email }, draft) => ({ type: 'work', value: draft.email ?? email ?? '' }),
  phonenumbers: ({ phone }, draft) => ({ type: 'mobile', value: draft.phone ?? phone ?? '' }),
}

const applyToMatching = (user: ScimUser, draft: UserDraft, { op, path, value }: PatchOperation) => {
  const { attribute, matches, part } = path
  const kept = keptValues[attribute.replace(/^.*:/, '').toLowerCase()]
  // Of other attributes nothing is kept; unknown ones are refused.
  if (!kept) return writeAttribute({}, attribute, undefined)
  if (!matches?.({ ...kept(user, draft), primary: true })) return
  if (part !== '' && part.toLowerCase() !== 'value') return
  if (op === 'remove') writeAttribute(draft, `${attribute}.value`, undefined)
  else writeAttribute(draft, part === '' ? attribute : `${attribute}.value`, value)
}

/** Notes what operations change of a user. Throws as `writeAttribute`. */
export const draftOfPatch = (user: ScimUser, operations: readonly PatchOperation[]): UserDraft => {
  const draft: UserDraft = {}
  for (const operation of operations) {
    const { op, path, value } = operation
    if (path.matches) applyToMatching(user, draft, operation)
    else writeAttribute(draft, path.attribute, op === 'remove' ? undefined : value)
  }
  return draft
}
