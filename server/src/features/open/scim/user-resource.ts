import { customSchema } from './custom-attributes.ts'
import type { ScimUser } from './scim-users.repository.ts'
import type { Json } from './scim-values.ts'

/** `extension`: the values of custom fields that the application sees. */
export type ShownScimUser = ScimUser & { readonly extension?: Json | undefined }

export const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User'
/** The version of a resource as an entity tag (RFC 7644, section 3.14). */
export const toVersion = ({ version, linkVersion }: Pick<ScimUser, 'version' | 'linkVersion'>) =>
  `W/"${version}.${linkVersion}"`
const moment = (time: string) => new Date(time).toISOString()

/** A user as the standard writes them. Takes the address of the service. */
export const userResource = (user: ShownScimUser, address: string) => {
  const { id, externalId, userName, name, formattedName, givenName, familyName, email, phone, active } = user
  return {
    schemas: [userSchema, ...(user.extension ? [customSchema] : [])],
    id,
    ...(externalId !== null && { externalId }),
    userName,
    name: { formatted: formattedName || name, ...(familyName && { familyName }), ...(givenName && { givenName }) },
    displayName: name,
    active,
    ...(email && { emails: [{ value: email, type: 'work', primary: true }] }),
    ...(phone && { phoneNumbers: [{ value: phone, type: 'mobile', primary: true }] }),
    ...(user.extension && { [customSchema]: user.extension }),
    meta: {
      resourceType: 'User',
      created: moment(user.createdAt),
      lastModified: moment(user.updatedAt),
      location: `${address}/Users/${id}`,
      version: toVersion(user),
    },
  }
}
