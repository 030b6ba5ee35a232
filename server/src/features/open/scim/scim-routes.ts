import { t } from '@atrium/contract/kernel/texts.ts'
import { isId } from '../../../kernel/ids.ts'
import { providerConfig, resourceTypes, schemas } from './discovery.ts'
import { groupResource } from './group-resource.ts'
import type { Query } from './list-request.repository.ts'
import type { AppCall } from './run-as-app.ts'
import { findMember, listAnswer, resourceAnswer, type ScimAnswer, wholeList } from './scim-answers.ts'
import type { GroupWithMembers, ScimGroups } from './scim-groups.service.ts'
import { notFound, ScimRefusal } from './scim-refusal.ts'
import type { ScimUsers } from './scim-users.service.ts'
import { isObject, type Json } from './scim-values.ts'
import { shownAttributes } from './shown-attributes.ts'
import { userResource } from './user-resource.ts'

/** A call that was admitted. `path`: its segments below the address of the service. */
export type ScimRequest = {
  call: AppCall
  method: string
  path: readonly string[]
  query: Query
  ifMatch: string
  ifNoneMatch: string
  /** Where new users are added. */
  orgId: string | null
  body: unknown
}
const idIn = (segment: string) => {
  if (!isId(segment)) throw notFound()
  return segment.toLowerCase()
}
const resourceIn = (body: unknown): Json => {
  if (!isObject(body)) throw new ScimRefusal(400, t('请求体应为 JSON 对象'), 'invalidSyntax')
  return body
}
const wrongMethod = () => new ScimRefusal(405, t('该地址不支持此请求方法'))
const noGroups = () => new ScimRefusal(403, t('组对应本系统的角色，请在角色管理中新增或删除，并在用户同步设置中选择'))

type Ports = { address: string; users: ScimUsers; groups: ScimGroups }
/** What each address of the service does. */
export const createScimRoutes = ({ address, users, groups }: Ports) => {
  const userAnswer = (user: Parameters<typeof userResource>[0], { query }: ScimRequest, status = 200) => {
    const resource = userResource(user, address)
    return resourceAnswer(resource, shownAttributes(resource, query), status)
  }
  const groupAnswer = ({ group, members }: GroupWithMembers, { query }: ScimRequest) => {
    const resource = groupResource(group, members, address)
    return resourceAnswer(resource, shownAttributes(resource, query))
  }
  const wantsMembers = (query: Query) => 'members' in shownAttributes({ members: [] }, query)
  const unlessKnown = (answer: ScimAnswer, { ifNoneMatch }: ScimRequest): ScimAnswer =>
    ifNoneMatch !== '' && ifNoneMatch === answer.headers?.etag ? { status: 304, headers: answer.headers } : answer

  const allUsers = async (request: ScimRequest): Promise<ScimAnswer> => {
    const { method, call, query, body, orgId } = request
    if (method === 'POST') return userAnswer(await users.create(call, resourceIn(body), orgId), request, 201)
    if (method !== 'GET') throw wrongMethod()
    const { rows, total, startIndex } = await users.list(call, query)
    const resources = rows.map((user) => shownAttributes(userResource(user, address), query))
    return listAnswer({ total, startIndex, resources })
  }
  const oneUser = async (request: ScimRequest, id: string): Promise<ScimAnswer> => {
    const { method, call, ifMatch, body } = request
    if (method === 'GET') return unlessKnown(userAnswer(await users.get(call, id), request), request)
    if (method === 'PUT') return userAnswer(await users.replace(call, id, ifMatch, resourceIn(body)), request)
    if (method === 'PATCH') return userAnswer(await users.patch(call, id, ifMatch, resourceIn(body)), request)
    if (method !== 'DELETE') throw wrongMethod()
    await users.remove(call, id, ifMatch)
    return { status: 204 }
  }
  const allGroups = async ({ method, call, query }: ScimRequest): Promise<ScimAnswer> => {
    if (method === 'POST') throw noGroups()
    if (method !== 'GET') throw wrongMethod()
    const { rows, total, startIndex } = await groups.list(call, query, wantsMembers(query))
    const resources = rows.map(({ group, members }) => shownAttributes(groupResource(group, members, address), query))
    return listAnswer({ total, startIndex, resources })
  }
  const oneGroup = async (request: ScimRequest, id: string): Promise<ScimAnswer> => {
    const { method, call, query, ifMatch, body } = request
    if (method === 'GET')
      return unlessKnown(groupAnswer(await groups.get(call, id, wantsMembers(query)), request), request)
    if (method === 'PUT') return groupAnswer(await groups.replace(call, id, ifMatch, resourceIn(body)), request)
    if (method === 'PATCH') return groupAnswer(await groups.patch(call, id, ifMatch, resourceIn(body)), request)
    throw method === 'DELETE' ? noGroups() : wrongMethod()
  }
  const described = async ({ call }: ScimRequest, name: string, id: string | undefined) => {
    if (name === 'ServiceProviderConfig' && id === undefined) return { status: 200, body: providerConfig(address) }
    const describe = name === 'ResourceTypes' ? resourceTypes : name === 'Schemas' ? schemas : undefined
    const known = describe?.(address, await users.fields(call))
    return known && (id === undefined ? wholeList(known) : findMember(known, id))
  }

  /** Throws `ScimRefusal`, and what services of the console throw. */
  return async (request: ScimRequest): Promise<ScimAnswer> => {
    const [name = '', id, ...rest] = request.path
    if (rest.length > 0) throw notFound()
    if (name === 'Users') return id === undefined ? allUsers(request) : oneUser(request, idIn(id))
    if (name === 'Groups') return id === undefined ? allGroups(request) : oneGroup(request, idIn(id))
    if (name === 'Bulk' || name === 'Me') throw new ScimRefusal(501, t('不支持此功能'))
    const answer = await described(request, name, id)
    if (!answer) throw notFound()
    if (request.method !== 'GET') throw wrongMethod()
    return answer
  }
}
export type ScimRoutes = ReturnType<typeof createScimRoutes>
