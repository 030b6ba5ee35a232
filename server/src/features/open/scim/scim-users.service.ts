import { randomInt } from 'node:crypto'
import { userStatusContract } from '@atrium/contract/features/people/users/user-status.contract.ts'
import { usersContract } from '@atrium/contract/features/people/users/users.contract.ts'
import { t } from '@atrium/contract/kernel/texts.ts'
import type { Database } from '../../../kernel/db/database.ts'
import { readInput } from '../../../kernel/http/read-input.ts'
import { hashPassword } from '../../../kernel/password-hash.ts'
import { randomPassword } from '../../../kernel/random-password.ts'
import { type UserStatusService, type UsersService, users } from '../../people/users/index.ts'
import type { CustomValuesOf, SeenField } from '../../system/custom-fields/index.ts'
import { customInputs, customResource } from './custom-attributes.ts'
import { customColumns } from './custom-filters.repository.ts'
import { assertMatch } from './entity-tag.ts'
import { listRequest, type Query } from './list-request.repository.ts'
import { type PatchOperation, patchOperations } from './patch-request.ts'
import { draftOfPatch } from './patch-user.ts'
import type { AppCall, AppWork, RunAsApp } from './run-as-app.ts'
import { scimLinksRepository as links } from './scim-links.repository.ts'
import { badRequest, notFound, ScimRefusal } from './scim-refusal.ts'
import { scimUsersRepository as repository, type ScimUser, userColumns } from './scim-users.repository.ts'
import type { Json } from './scim-values.ts'
import { accountFor, isAccount, type WantedUser, wantedUser, withoutShownNames } from './user-change.ts'
import { draftOfResource, type UserDraft } from './user-draft.ts'
import { type ShownScimUser, toVersion } from './user-resource.ts'

type Ports = {
  run: RunAsApp
  database: Database
  managedUsers: UsersService
  userStatus: UserStatusService
  customValues: CustomValuesOf
}
type Reader = Pick<AppWork, 'db' | 'actor'>
type ValuePlan = Parameters<CustomValuesOf['write']>[1]
type UserUpdate = Parameters<UsersService['update']>[2]
type Draft = (user: ScimUser) => UserDraft
const unusedPasswordLength = 24
const platform = { reach: 'platform' } as const
const taken = () => new ScimRefusal(409, t('userName 已被使用'), 'uniqueness')

const isSame = <T extends object>(one: T, other: T) => JSON.stringify(one) === JSON.stringify(other)
const toLink = ({ userName, externalId, givenName, familyName, formattedName, hasDisplayName }: ScimUser) => ({
  userName,
  externalId,
  givenName,
  familyName,
  formattedName,
  hasDisplayName,
})
const readBody = <B>(endpoint: Parameters<typeof readInput>[0], body: object, params = {}): B =>
  readInput(endpoint, { params, query: undefined, body }).body as B

/** Users as an application provisions them, by the functions that the console changes them with. */
export const createScimUsers = ({ run, database, managedUsers, userStatus, customValues }: Ports) => {
  /** Users with the custom values that the application sees. */
  const show = async (reader: Reader, found: readonly ScimUser[]): Promise<ShownScimUser[]> => {
    const fields = await customValues.fields(reader)
    if (fields.length === 0) return [...found]
    const shown = await customValues.show(reader, found)
    return shown.map(({ custom, ...user }) => ({ ...user, extension: customResource(fields, custom) }))
  }
  const showOne = async (reader: Reader, user: ScimUser): Promise<ShownScimUser> =>
    (await show(reader, [user]))[0] ?? user
  const planCustom = async (work: AppWork, { custom = {} }: UserDraft, isOperation: boolean, id?: string) =>
    customValues.plan(work, customInputs(await customValues.fields(work), custom, isOperation), id)
  const load = async ({ db, actor }: Reader, id: string) => {
    const found = await repository.find(db, actor, id)
    if (!found) throw notFound()
    return found
  }
  const saveLink = async (work: AppWork, id: string, { name, link }: WantedUser) => {
    await links.save(work.db, work.actor, id, link)
    const after = { userName: link.userName, externalId: link.externalId }
    work.audit('openAppScimUser.linked', { entityId: id, entityName: name, after })
  }

  const setActive = async (work: AppWork, user: ScimUser, { active }: WantedUser) => {
    if (active === user.active) return
    const [endpoint, change] = active
      ? [userStatusContract.enable, userStatus.enable]
      : [userStatusContract.disable, userStatus.disable]
    await work.as(endpoint, (scope) => change(scope, user.id))
  }
  /**
   * An account that no one has.
   * @throws `uniqueness` if another user of the company has the name
   */
  const freeAccount = async ({ db, actor }: AppWork, userName: string) => {
    const owner = await repository.accountOwner(db, accountFor(userName))
    if (!owner) return accountFor(userName)
    if (isAccount(userName) && owner.companyId === actor.companyId) throw taken()
    for (;;) {
      const account = accountFor(userName, `_${randomInt(1000, 10_000)}`)
      if (!(await repository.accountOwner(db, account))) return account
    }
  }
  /**
   * The user in the recycle bin that a name means: no list shows them, and no other can be added under it.
   * @throws `uniqueness`
   */
  const findRemoved = async ({ db, actor }: AppWork, userName: string) => {
    const known = await links.byUserName(db, actor, userName)
    if (known && !known.removed) throw taken()
    return known ?? repository.findRemoved(db, actor, isAccount(userName) ? 'account' : 'mail', userName)
  }
  const add = async (work: AppWork, draft: UserDraft, orgId: string | null, hash: string) => {
    const wanted = wantedUser(draft)
    const planned = await planCustom(work, draft, false)
    const { name, email, phone, link } = wanted
    const account = await freeAccount(work, link.userName)
    const orgs = orgId === null ? [] : [{ orgId, primary: true }]
    const request = readBody<Parameters<UsersService['add']>[1]>(usersContract.create, {
      account,
      name,
      email,
      phone,
      orgs,
      mustChange: true,
    })
    const id = await work.as(usersContract.create, (scope) =>
      customValues.write(scope, planned, (own) => managedUsers.add(own, request, hash)),
    )
    await saveLink(work, id, wanted)
    const added = await repository.find(work.db, work.actor, id)
    if (!added) throw new ScimRefusal(403, t('负责人无权查看该用户，请在用户同步设置中选择其可见的组织'))
    await setActive(work, added, wanted)
    return wanted.active ? added : load(work, id)
  }

  const updateFields = async (
    work: AppWork,
    user: ScimUser,
    { name, email, phone }: WantedUser,
    planned: ValuePlan | undefined,
  ) => {
    const isKept = name === user.name && email === (user.email ?? '') && phone === (user.phone ?? '')
    if (isKept && !planned) return
    await work.as(usersContract.update, async (scope) => {
      const { sex, expireTime, remark, version } = await managedUsers.get(scope, user.id)
      const body = readBody<UserUpdate>(
        usersContract.update,
        { name, email, phone, sex, expireTime, remark, version },
        { id: user.id },
      )
      await customValues.write(scope, planned, (own) => managedUsers.update(own, user.id, body))
    })
  }
  /** Throws `uniqueness` for the account of another user of the company. */
  const assertOwnName = async ({ db, actor }: AppWork, user: ScimUser, userName: string) => {
    if (userName === user.userName || !isAccount(userName)) return
    const owner = await repository.accountOwner(db, userName)
    if (owner && owner.companyId === actor.companyId && owner.userId !== user.id) throw taken()
  }
  const change = async (work: AppWork, user: ScimUser, draft: UserDraft, isOperation = false) => {
    const wanted = wantedUser(draft, user)
    await assertOwnName(work, user, wanted.link.userName)
    const planned = draft.custom && (await planCustom(work, draft, isOperation, user.id))
    await updateFields(work, user, wanted, planned)
    await setActive(work, user, wanted)
    if (!isSame(wanted.link, toLink(user))) await saveLink(work, user.id, wanted)
    return load(work, user.id)
  }
  const update = (call: AppCall, id: string, ifMatch: string, toDraft: Draft, isOperation = false) =>
    run.write(call, usersContract.update, platform, async (work) => {
      await users.hold(work.db, { companyId: work.actor.companyId, userId: id })
      const user = await load(work, id)
      assertMatch(ifMatch, toVersion(user))
      return showOne(work, await change(work, user, toDraft(user), isOperation))
    })

  return {
    /** The custom fields that the application sees. */
    fields: ({ actor }: AppCall): Promise<SeenField[]> =>
      database.read(platform, (db) => customValues.fields({ db, actor })),
    list: (call: AppCall, query: Query) =>
      run.read(call, usersContract.list, async (db, actor) => {
        const fields = await customValues.fields({ db, actor })
        const columns = { ...userColumns(actor), ...customColumns(fields, actor.companyId) }
        const request = listRequest(query, columns)
        const { total, rows } = await repository.list(db, actor, request)
        return { total, rows: await show({ db, actor }, rows), startIndex: request.startIndex }
      }),
    get: (call: AppCall, id: string) =>
      run.read(call, usersContract.get, async (db, actor) => showOne({ db, actor }, await load({ db, actor }, id))),

    /** Adds a user, or takes back one of that name who was removed. Takes where they are added. */
    async create(call: AppCall, resource: Json, orgId: string | null): Promise<ShownScimUser> {
      const draft = draftOfResource(resource)
      const { userName } = draft
      if (userName === undefined) throw badRequest('invalidValue', t('userName：此项内容不能为空'))
      const hash = await hashPassword(randomPassword(unusedPasswordLength))
      return run.write(call, usersContract.create, platform, async (work) => {
        const removed = await findRemoved(work, userName)
        if (!removed) return showOne(work, await add(work, draft, orgId, hash))
        await work.as(userStatusContract.restore, (scope) => userStatus.restore(scope, removed.userId))
        return showOne(work, await change(work, await load(work, removed.userId), { active: true, ...draft }))
      })
    },
    replace: (call: AppCall, id: string, ifMatch: string, resource: Json) =>
      update(call, id, ifMatch, (user) => withoutShownNames(draftOfResource(resource), user)),
    patch(call: AppCall, id: string, ifMatch: string, body: Json) {
      const operations: PatchOperation[] = patchOperations(body)
      return update(call, id, ifMatch, (user) => draftOfPatch(user, operations), true)
    },
    /** Moves a user to the recycle bin. */
    remove: (call: AppCall, id: string, ifMatch: string): Promise<void> =>
      run.write(call, userStatusContract.remove, platform, async (work) => {
        assertMatch(ifMatch, toVersion(await load(work, id)))
        await work.as(userStatusContract.remove, (scope) => userStatus.remove(scope, id))
      }),
  }
}
export type ScimUsers = ReturnType<typeof createScimUsers>
