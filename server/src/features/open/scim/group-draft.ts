import { t } from '@atrium/contract/kernel/texts.ts'
import { isId } from '../../../kernel/ids.ts'
import { attributeName } from './filter-condition.repository.ts'
import type { PatchOperation } from './patch-request.ts'
import type { ScimGroup } from './scim-groups.repository.ts'
import { badRequest } from './scim-refusal.ts'
import { isObject, type Json, lowerNames, toList, toText } from './scim-values.ts'

/** What a request changes of a group: its members, and what the application calls it. */
export type GroupDraft = { members: Set<string>; externalId: string | null }

const ignored = new Set(['schemas', 'id', 'meta'])
const memberIds = (value: unknown): string[] =>
  toList(value).map((each) => {
    const id = isObject(each) ? lowerNames(each).value : each
    if (typeof id !== 'string' || !isId(id)) throw badRequest('invalidValue', t('members：用户不存在'))
    return id.toLowerCase()
  })

const refuseRename = (group: ScimGroup, value: unknown) => {
  if (value !== group.name) throw badRequest('mutability', t('组对应本系统的角色，名称请在角色管理中修改'))
}
type Op = PatchOperation['op']
const writeGroup = (draft: GroupDraft, group: ScimGroup, path: string, op: Op, value: unknown) => {
  const name = attributeName(path)
  if (name === 'members') {
    const ids = memberIds(value)
    if (op === 'replace' || (op === 'remove' && value === undefined)) draft.members.clear()
    for (const id of ids) op === 'remove' ? draft.members.delete(id) : draft.members.add(id)
  } else if (name === 'displayname') refuseRename(group, value)
  else if (name === 'externalid') draft.externalId = op === 'remove' ? null : toText(path, value) || null
  else if (!ignored.has(name)) throw badRequest('invalidPath', t('没有属性“{path}”', { path }))
}

const toDraft = ({ externalId }: ScimGroup, members: readonly string[]): GroupDraft => ({
  members: new Set(members),
  externalId,
})
/** What a whole resource makes of a group. What it says nothing about stays. */
export const groupDraftOfResource = (group: ScimGroup, members: readonly string[], resource: Json): GroupDraft => {
  const draft = toDraft(group, members)
  for (const [path, value] of Object.entries(resource))
    if (['members', 'displayname', 'externalid'].includes(attributeName(path)))
      writeGroup(draft, group, path, 'replace', value)
  return draft
}
/**
 * What operations make of a group.
 * @throws `mutability`, `invalidPath` and `invalidValue`
 */
export const groupDraftOfPatch = (
  group: ScimGroup,
  members: readonly string[],
  operations: readonly PatchOperation[],
): GroupDraft => {
  const draft = toDraft(group, members)
  for (const { op, path, value } of operations) {
    const { matches, equals, attribute } = path
    if (!matches) writeGroup(draft, group, attribute, op, value)
    else if (attributeName(attribute) === 'members' && op === 'remove' && equals !== undefined)
      draft.members.delete(equals.toLowerCase())
    // Other conditions would be compared with all members, for each of a thousand operations.
    else throw badRequest('invalidPath', t('路径“{attribute}”不支持条件', { attribute }))
  }
  return draft
}
