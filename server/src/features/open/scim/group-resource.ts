import { digest } from '../../../kernel/secrets.ts'
import { maxMembers, type ScimGroup, type ScimMember } from './scim-groups.repository.ts'

export const groupSchema = 'urn:ietf:params:scim:schemas:core:2.0:Group'
const moment = (time: string) => new Date(time).toISOString()
const versionLength = 16

/** The version of a group with its members; roles do not count theirs. */
export const groupVersion = ({ version, externalId }: ScimGroup, members: readonly ScimMember[]) => {
  const stamp = [version, externalId ?? '', ...members.map(({ id }) => id)].join(' ')
  return `W/"${digest(stamp).toString('hex').slice(0, versionLength)}"`
}
/** A group as the standard writes it. Takes its members, if they were asked for. */
export const groupResource = (group: ScimGroup, members: readonly ScimMember[] | undefined, address: string) => ({
  schemas: [groupSchema],
  id: group.id,
  ...(group.externalId !== null && { externalId: group.externalId }),
  displayName: group.name,
  ...(members &&
    members.length <= maxMembers && {
      members: members.map(({ id, name }) => ({
        value: id,
        display: name,
        type: 'User',
        $ref: `${address}/Users/${id}`,
      })),
    }),
  meta: {
    resourceType: 'Group',
    created: moment(group.createdAt),
    lastModified: moment(group.updatedAt),
    location: `${address}/Groups/${group.id}`,
    ...(members && { version: groupVersion(group, members) }),
  },
})
