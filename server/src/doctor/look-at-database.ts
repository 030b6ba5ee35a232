import type { Config } from '../config/config.ts'
import { createMailCheck } from '../features/communication/messages/index.ts'
import { createSettings } from '../features/system/base-parameters/index.ts'
import { asOwner } from '../kernel/db/as-owner.ts'
import { type Database, openDatabase } from '../kernel/db/database.ts'
import { findMissing } from '../kernel/db/migrate.ts'
import { ensureServingLogin } from '../kernel/db/serving-login.ts'
import { assertServingRole } from '../kernel/db/serving-role.ts'
import { secondsOverdue } from '../kernel/jobs/due-times.ts'
import { schedulesRepository } from '../kernel/jobs/schedules.repository.ts'
import { listRunningNodes } from '../kernel/nodes.ts'
import { createSecrets, keyFingerprint } from '../kernel/secrets.ts'
import { joinTold, tell } from '../kernel/texts/operator-language.ts'
import { migrationsFolder } from '../prepare-schema.ts'
import { readSecretKey } from '../secret-key.ts'
import { type Finding, look, skip } from './finding.ts'
import { lookAtCollations } from './look-at-collations.ts'

/** More than clocks kept by NTP differ, and less than tokens and schedules mind. */
const mostSkewMs = 2000
/** A run that takes its time is not late yet. */
const lateSeconds = 600

const lookAtClock = (ownerUrl: string) =>
  asOwner(ownerUrl, async (client) => {
    const sentAt = Date.now()
    const { rows } = await client.query<{ now: number }>(
      'select (extract(epoch from clock_timestamp()) * 1000)::float8 as now',
    )
    const skewMs = (sentAt + Date.now()) / 2 - (rows[0]?.now ?? 0)
    const seconds = (Math.abs(skewMs) / 1000).toFixed(1)
    if (Math.abs(skewMs) > mostSkewMs)
      throw new Error(
        tell('本机时钟比数据库{value} {seconds} 秒，请在两边启用时间同步（NTP）', {
          value: skewMs > 0 ? tell('快') : tell('慢'),
          seconds,
        }),
      )
    return tell('与数据库相差 {seconds} 秒', { seconds })
  })

const lookAtMigrations = async (ownerUrl: string, root: string) => {
  const missing = await findMissing(ownerUrl, migrationsFolder(root))
  if (missing === undefined) throw new Error(tell('数据库是空的，请先启动一次服务'))
  if (missing.length > 0)
    throw new Error(tell('尚缺 {missing}，请运行 atrium migrate --apply', { missing: joinTold(missing, '、') }))
  return tell('没有待执行的迁移')
}

const lookAtRoles = (ownerUrl: string, { servingLogin }: Config) =>
  asOwner(ownerUrl, async (client) => {
    const { rows } = await client.query<{ name: string }>('select name from serving_login')
    const name = servingLogin?.name ?? rows[0]?.name
    if (name === undefined) throw new Error(tell('尚未创建服务所用的数据库登录，请先启动一次服务'))
    await assertServingRole(client, name)
    return tell('登录 {name} 权限正确', { name })
  })

const lookAtKey = async (ownerUrl: string, config: Config) => {
  const key = await readSecretKey(config)
  const stored = await asOwner(ownerUrl, async (client) => {
    const { rows } = await client.query<{ fingerprint: string }>('select fingerprint from installation_key')
    return rows[0]?.fingerprint
  })
  if (key === undefined)
    throw new Error(tell('没有 SECRET_KEY，{dataDir} 里也没有密钥，请恢复原来的密钥', { dataDir: config.dataDir }))
  const own = keyFingerprint(key)
  if (stored === undefined || stored === own) return tell('指纹 {own}', { own })
  if (config.previousSecretKey !== '' && keyFingerprint(config.previousSecretKey) === stored)
    return tell('指纹 {own}，数据库仍用原密钥 {stored} 写入；atrium key rotate 开始轮换', { own, stored })
  throw new Error(tell('密钥的指纹是 {own}，数据库是用密钥 {stored} 写入的，请换回原来的密钥', { own, stored }))
}

const lookAtPool = async (database: Database, pooler: string) => {
  await database.statement({ text: 'select 1', values: [] })
  return pooler === '' ? tell('未使用，直接连接数据库') : tell('{pooler} 可用', { pooler })
}

const lookAtNodes = async (database: Database) => {
  const nodes = await listRunningNodes(database)
  if (nodes.length === 0) return tell('没有运行中的节点')
  const names = joinTold(
    nodes.map(({ name, version }) => `${name}（${version}）`),
    '、',
  )
  if (nodes.every(({ processes }) => processes.length > 0 && !processes.includes('jobs')))
    throw new Error(tell('{names} 都不处理后台任务，至少要有一个节点的 PROCESS 包含 jobs', { names }))
  return tell('运行中：{names}', { names })
}
const lookAtSchedules = async (database: Database) => {
  const schedules = await schedulesRepository.list(database)
  const now = Date.now()
  const late = schedules.filter((each) => secondsOverdue(each, now) > lateSeconds)
  if (late.length > 0 && (await listRunningNodes(database)).length > 0)
    throw new Error(
      tell('{late} 未按时执行，请查看节点的日志和 atrium status', {
        late: joinTold(
          late.map(({ name }) => name),
          '、',
        ),
      }),
    )
  const failed = schedules.filter(({ problem }) => problem !== null)
  if (failed.length > 0)
    throw new Error(
      tell('{failed}。详见节点的日志', {
        failed: joinTold(
          failed.map(({ name, problem }) => tell('{name} 上次失败：{problem}', { name, problem: tell(problem ?? '') })),
          '；',
        ),
      }),
    )
  const paused = schedules.filter(({ pausedAt }) => pausedAt !== null).map(({ name }) => name)
  return paused.length === 0 ? tell('均已按时执行') : tell('已暂停：{paused}', { paused: joinTold(paused, '、') })
}

const lookAtMail = async (database: Database, config: Config) => {
  const key = await readSecretKey(config)
  const secrets = createSecrets(key ?? '', { replaced: config.previousSecretKey || undefined })
  const settings = createSettings(database, secrets)
  const { checkMail, close } = createMailCheck(settings)
  try {
    const provider = await checkMail()
    return provider === undefined
      ? tell('未配置邮件服务，邮件写入 DATA_DIR/outbox')
      : tell('{provider} 可用', { provider })
  } finally {
    close()
  }
}

const ofServing = () => [tell('连接池'), tell('节点'), tell('定时任务'), tell('邮件')]
/** What the serving login reaches. */
const lookAsServing = async (ownerUrl: string, config: Config): Promise<Finding[]> => {
  const servingUrl = await ensureServingLogin(ownerUrl, config.servingLogin)
  const database = openDatabase(servingUrl, 2, {}, config.databasePooler)
  try {
    const pool = await look(
      tell('连接池'),
      () => lookAtPool(database, config.databasePooler),
      tell('请检查 DATABASE_POOLER 的地址、连接池的登录和 auth_query'),
    )
    if (pool.state !== 'ok') return [pool, ...skip(ofServing().slice(1), tell('未检查：连接池不可用'))]
    return [
      pool,
      await look(tell('节点'), () => lookAtNodes(database)),
      await look(tell('定时任务'), () => lookAtSchedules(database)),
      await look(
        tell('邮件'),
        () => lookAtMail(database, config),
        tell('请在“系统参数”中检查邮件服务器的地址、端口和口令'),
      ),
    ]
  } finally {
    await database.close()
  }
}

/** Names of what is looked at in the database. */
export const ofDatabase = () => [
  tell('迁移'),
  tell('时钟'),
  tell('密钥', { context: 'doctor' }),
  tell('角色', { context: 'doctor' }),
  tell('排序', { context: 'doctor' }),
  ...ofServing(),
]
/** Looks at a database that can be reached. Takes its owner's address and the product's folder. */
export const lookAtDatabase = async (ownerUrl: string, config: Config, root: string): Promise<Finding[]> => {
  const migrations = await look(tell('迁移'), () => lookAtMigrations(ownerUrl, root))
  const clock = await look(tell('时钟'), () => lookAtClock(ownerUrl))
  if (migrations.state !== 'ok')
    return [migrations, clock, ...skip(ofDatabase().slice(2), tell('未检查：数据库尚缺迁移'))]
  const key = await look(tell('密钥', { context: 'doctor' }), () => lookAtKey(ownerUrl, config))
  const roles = await look(tell('角色', { context: 'doctor' }), () => lookAtRoles(ownerUrl, config))
  const collations = await look(tell('排序', { context: 'doctor' }), () => lookAtCollations(ownerUrl))
  const known = [migrations, clock, key, roles, collations]
  return roles.state === 'ok'
    ? [...known, ...(await lookAsServing(ownerUrl, config))]
    : [...known, ...skip(ofServing(), tell('未检查：数据库登录不可用'))]
}
