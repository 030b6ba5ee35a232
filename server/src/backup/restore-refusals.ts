import type { OwnerConnection } from '../kernel/db/as-owner.ts'
import type { Migrations } from '../kernel/db/migrations/migration-files.ts'
import { type RestoreMarker, readRestoreMarker } from '../kernel/db/restore-marker.ts'
import type { ContentStore, StoreMark } from '../kernel/files/file-store.ts'
import { jobSchemaVersion } from '../kernel/jobs/job-schema.ts'
import { joinTold, tell } from '../kernel/texts/operator-language.ts'
import type { Manifest, Roles } from './manifest.ts'
import { type OwnKeys, whyKeysDiffer } from './own-keys.ts'

/** Why this release cannot restore a backup; undefined: it can. */
const findVersionFault = (manifest: Manifest, { files }: Migrations): string | undefined => {
  const known = new Map(files.map(({ name, sha256 }) => [name, sha256]))
  const unknown = manifest.migrations.find(({ name }) => !known.has(name))
  if (unknown)
    return tell(
      '备份 {name} 由版本 {version} 制作，含有本版本没有的迁移 {migration}，请用不低于 {version} 的版本恢复',
      {
        name: manifest.name,
        version: manifest.version,
        migration: unknown.name,
      },
    )
  const edited = manifest.migrations.find(({ name, sha256 }) => known.get(name) !== sha256)
  if (edited)
    return tell('备份 {name} 的迁移 {migration} 与本版本的内容不同，请用制作备份的版本恢复', {
      name: manifest.name,
      migration: edited.name,
    })
  if (manifest.jobSchema > jobSchemaVersion)
    return tell('备份 {name} 的任务队列由更新的版本写成，请用不低于 {version} 的版本恢复', {
      name: manifest.name,
      version: manifest.version,
    })
}

/**
 * Refuses a backup that this release with these keys cannot restore.
 * @throws an Error for the operator
 */
export const assertRestorable = (manifest: Manifest, migrations: Migrations, keys: OwnKeys): void => {
  const fault = findVersionFault(manifest, migrations) ?? whyKeysDiffer(manifest, keys)
  if (fault !== undefined) throw new Error(fault)
}

/** From this version on, CREATEROLE alone does not allow granting roles that another role created. */
const adminOptionNeeded = 160_000

type OwnRights = { name: string; version: number; isSuper: boolean; mayCreate: boolean }
const readRights = async (client: OwnerConnection): Promise<OwnRights> => {
  const { rows } = await client.query<OwnRights>(
    `select rolname as name, current_setting('server_version_num')::int as version, rolsuper as "isSuper",
       rolcreaterole or rolsuper as "mayCreate"
     from pg_roles where rolname = current_user`,
  )
  return rows[0] as OwnRights
}

/** Why the roles that a restored database needs are not there, with the statement that mends it. */
const findRoleFault = async (client: OwnerConnection, { groups }: Roles, givenLogin: string | undefined) => {
  const rights = await readRights(client)
  const { rows } = await client.query<{ role: string; exists: boolean; grantable: boolean }>(
    `select role, pg_roles.oid is not null as exists,
       pg_roles.oid is not null and pg_has_role(current_user, pg_roles.oid, 'member with admin option') as grantable
     from unnest($1::text[]) as role left join pg_roles on rolname = role`,
    [groups],
  )
  const missing = rows.filter(({ exists }) => !exists).map(({ role }) => role)
  if (missing.length > 0 && !rights.mayCreate)
    return tell(
      '数据库服务器没有角色 {missing}，登录 {name} 又不能创建角色，请由超级用户执行 ALTER ROLE {name} CREATEROLE',
      { missing: joinTold(missing, '、'), name: rights.name },
    )
  if (givenLogin !== undefined) {
    const { rowCount } = await client.query('select from pg_roles where rolname = $1', [givenLogin])
    return rowCount === 0 ? tell('数据库登录 {givenLogin}（SERVING_LOGIN）不存在，请先创建', { givenLogin }) : undefined
  }
  if (!rights.mayCreate)
    return tell(
      '登录 {name} 不能创建角色，系统建不了自己的数据库登录，请由超级用户执行 ALTER ROLE {name} CREATEROLE，或设置 SERVING_LOGIN',
      { name: rights.name },
    )
  const foreign = rows.filter(({ exists, grantable }) => exists && !grantable).map(({ role }) => role)
  if (foreign.length > 0 && !rights.isSuper && rights.version >= adminOptionNeeded)
    return tell('登录 {name} 不能授予角色 {foreign}，请由超级用户执行 GRANT {granted} TO {name} WITH ADMIN OPTION', {
      name: rights.name,
      foreign: joinTold(foreign, '、'),
      granted: foreign.join(', '),
    })
}

/** Whether there is anything in a database, beside what extensions have brought. */
const isEmpty = async (client: OwnerConnection): Promise<boolean> => {
  const { rows } = await client.query(
    `select not exists (select from pg_class
       where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'S', 'f')
         and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e'))
     and to_regnamespace('pgboss') is null as empty`,
  )
  return rows[0].empty
}

/**
 * Refuses a database that a backup cannot be restored into.
 * @returns the marker of an earlier attempt at the same backup, which is gone on with
 * @throws an Error for the operator
 */
export const assertTarget = async (
  client: OwnerConnection,
  manifest: Manifest,
  roles: Roles,
  givenLogin: string | undefined,
): Promise<RestoreMarker | undefined> => {
  const { rows } = await client.query(`select current_setting('server_encoding') as encoding`)
  if (rows[0].encoding !== 'UTF8')
    throw new Error(tell('数据库的编码是 {encoding}，请另建一个编码为 UTF8 的数据库', { encoding: rows[0].encoding }))
  const marker = await readRestoreMarker(client)
  if (marker && marker.backup !== manifest.name)
    throw new Error(
      tell('该数据库上一次从备份 {backup} 恢复时中断，请仍用该备份，或另建一个空数据库', { backup: marker.backup }),
    )
  if (!marker && !(await isEmpty(client))) throw new Error(tell('目标数据库不是空的，请另建一个空数据库'))
  const fault = await findRoleFault(client, roles, givenLogin)
  if (fault !== undefined) throw new Error(fault)
  return marker
}

const hasContent = async (content: ContentStore): Promise<boolean> => {
  for await (const _ of content.list()) return true
  return false
}

/**
 * Refuses a store of files that holds those of another installation.
 * @returns whether it already belongs to the installation that was backed up, or to an earlier attempt
 * @throws an Error for the operator
 */
export const assertStore = async (
  store: { content: ContentStore; mark: StoreMark },
  manifest: Manifest,
  marker: RestoreMarker | undefined,
): Promise<boolean> => {
  const mark = await store.mark.read()
  if (mark !== undefined && (mark === manifest.mark || mark === marker?.mark)) return true
  if (mark !== undefined) throw new Error(tell('文件存储里是另一套系统的文件，请换一个空的 DATA_DIR 或 S3_BUCKET'))
  if (await hasContent(store.content))
    throw new Error(tell('文件存储不是空的，也没有标明属于哪套系统，请换一个空的 DATA_DIR 或 S3_BUCKET'))
  return false
}
