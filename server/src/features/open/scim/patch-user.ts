import { attributeName } from './filter-condition.repository.ts'
import { isNamed } from './kept-contacts.ts'
import type { PatchOperation } from './patch-request.ts'
import type { ScimUser } from './scim-users.repository.ts'
import { toList } from './scim-values.ts'
import { type UserDraft, writeAttribute } from './user-draft.ts'

type Kept = { type: string; value: string }
/** The one value that is kept of an attribute with several. */
const keptValues = new Map<string, (user: ScimUser, draft: UserDraft) => Kept>([
  ['emails', ({ email }, draft) => ({ type: 'work', value: draft.email ?? email ?? '' })],
  ['phonenumbers', ({ phone }, draft) => ({ type: 'mobile', value: draft.phone ?? phone ?? '' })],
])

/** What an attribute holds after an operation. What is added comes first, and takes the place of a value of its kind. */
const valueAfter = ({ op, path, value }: PatchOperation, kept: Kept | undefined): unknown => {
  const isRemoval = op === 'remove'
  if (!kept || kept.value === '') return isRemoval ? undefined : value
  if (op === 'add') return [...toList(value), kept]
  const isLeft = isRemoval && value !== undefined && !isNamed(path.attribute, value, kept)
  return isLeft ? kept : isRemoval ? undefined : value
}

const applyToMatching = (draft: UserDraft, operation: PatchOperation, kept: Kept | undefined) => {
  const { op, value } = operation
  const { attribute, matches, part } = operation.path
  // Of other attributes nothing is kept; unknown ones are refused.
  if (!kept) return writeAttribute({}, attribute, undefined)
  if (!matches?.({ ...kept, primary: true })) return
  if (part !== '' && part.toLowerCase() !== 'value') return
  if (op === 'remove') writeAttribute(draft, `${attribute}.value`, undefined)
  else if (part === '') writeAttribute(draft, attribute, valueAfter(operation, kept))
  else writeAttribute(draft, `${attribute}.value`, value)
}

/**
 * Notes what operations change of a user.
 * @throws as `writeAttribute`
 */
export const draftOfPatch = (user: ScimUser, operations: readonly PatchOperation[]): UserDraft => {
  const draft: UserDraft = {}
  for (const operation of operations) {
    const { path } = operation
    const kept = keptValues.get(attributeName(path.attribute))?.(user, draft)
    if (path.matches) applyToMatching(draft, operation, kept)
    else writeAttribute(draft, path.attribute, valueAfter(operation, kept))
  }
  return draft
}
