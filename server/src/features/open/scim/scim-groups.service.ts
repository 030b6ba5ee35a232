import { roleMembersContract } from '@atrium/contract/features/governance/roles/role-members.contract.ts'
import type { RoleMembersService } from '../../governance/roles/index.ts'
import { assertMatch } from './entity-tag.ts'
import { type GroupDraft, groupDraftOfPatch, groupDraftOfResource } from './group-draft.ts'
import { groupVersion } from './group-resource.ts'
import { listRequest, type Query } from './list-request.repository.ts'
import { patchOperations } from './patch-request.ts'
import type { AppCall, AppWork, RunAsApp } from './run-as-app.ts'
import {
  groupColumns,
  scimGroupsRepository as repository,
  type ScimGroup,
  type ScimMember,
} from './scim-groups.repository.ts'
import { notFound } from './scim-refusal.ts'
import type { Json } from './scim-values.ts'

/** Groups of a page that shows their members, of which each group may have thousands. */
const maxWithMembers = 20

type Ports = { run: RunAsApp; roleMembers: RoleMembersService }
/** `members`: if they were asked for. */
export type GroupWithMembers = { group: ScimGroup; members: readonly ScimMember[] | undefined }
type Draft = (group: ScimGroup, members: readonly string[]) => GroupDraft

/** Roles that an application sees as groups: it changes their members within its owner's rights, and nothing else. */
export const createScimGroups = ({ run, roleMembers }: Ports) => {
  const { members: read, changeMembers } = roleMembersContract
  const load = async ({ db, actor }: Pick<AppWork, 'db' | 'actor'>, id: string, withMembers = true) => {
    const group = await repository.find(db, actor, id)
    if (!group) throw notFound()
    const members = withMembers ? await repository.members(db, actor, [id]) : undefined
    return { group, members: members?.get(id) }
  }
  const apply = async (work: AppWork, { id, name, externalId }: ScimGroup, before: string[], draft: GroupDraft) => {
    const was = new Set(before)
    const add = [...draft.members].filter((each) => !was.has(each))
    const remove = before.filter((each) => !draft.members.has(each))
    // Each way has its own rule about stopped roles.
    for (const part of [
      { add: [], remove },
      { add, remove: [] },
    ])
      if (part.add.length + part.remove.length > 0)
        await work.as(changeMembers, (scope) => roleMembers.change(scope, id, part))
    if (draft.externalId === externalId) return
    await repository.setExternalId(work.db, work.actor, id, draft.externalId)
    work.audit('openAppScimRole.linked', {
      entityId: id,
      entityName: name,
      before: { externalId },
      after: { externalId: draft.externalId },
    })
  }
  const update = (call: AppCall, id: string, ifMatch: string, toDraft: Draft): Promise<GroupWithMembers> =>
    run.write(call, changeMembers, { reach: 'company', companyId: call.actor.companyId }, async (work) => {
      const { group, members = [] } = await load(work, id)
      assertMatch(ifMatch, groupVersion(group, members))
      const before = await repository.memberIds(work.db, work.actor, id)
      await apply(work, group, before, toDraft(group, before))
      return load(work, id)
    })

  return {
    async list(call: AppCall, query: Query, withMembers: boolean) {
      const asked = listRequest(query, groupColumns(call.actor))
      const request = withMembers ? { ...asked, count: Math.min(asked.count, maxWithMembers) } : asked
      return run.read(call, read, async (db, actor) => {
        const { total, rows } = await repository.list(db, actor, request)
        const ids = rows.map(({ id }) => id)
        const members = withMembers ? await repository.members(db, actor, ids) : undefined
        const found: GroupWithMembers[] = rows.map((group) => ({ group, members: members?.get(group.id) }))
        return { total, rows: found, startIndex: request.startIndex }
      })
    },
    get: (call: AppCall, id: string, withMembers: boolean) =>
      run.read(call, read, (db, actor) => load({ db, actor }, id, withMembers)),
    replace: (call: AppCall, id: string, ifMatch: string, resource: Json) =>
      update(call, id, ifMatch, (group, members) => groupDraftOfResource(group, members, resource)),
    patch(call: AppCall, id: string, ifMatch: string, body: Json) {
      const operations = patchOperations(body)
      return update(call, id, ifMatch, (group, members) => groupDraftOfPatch(group, members, operations))
    },
  }
}
export type ScimGroups = ReturnType<typeof createScimGroups>
