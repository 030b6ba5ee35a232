export type DeclaredMetric = {
  kind: 'counter' | 'gauge' | 'histogram'
  labels?: readonly string[]
  /** What it says, for its help text and the tables of the handbook. */
  en: string
  zh: string
}

/**
 * Every metric of the product: the only place that names them. What is served, the tables of the handbook, and the tests
 * of alert rules and dashboard come from it. A label has few values, and never a company or a person.
 */
export const metricTable = {
  atrium_build_info: {
    kind: 'gauge',
    labels: ['version', 'node', 'runtime'],
    en: 'Version, node name and runtime of this process',
    zh: '本进程的版本、节点名称和运行环境，值恒为 1',
  },
  atrium_ready: {
    kind: 'gauge',
    en: 'Whether `/readyz` accepts requests: 1 or 0',
    zh: '`/readyz` 是否就绪：1 或 0',
  },
  atrium_request_seconds: {
    kind: 'histogram',
    labels: ['module', 'name', 'outcome'],
    en: 'Time to answer, by endpoint and outcome: `ok`, `refused`, `failed`',
    zh: '响应时间，按接口和结果（`ok`、`refused`、`failed`）',
  },
  atrium_requests_total: {
    kind: 'counter',
    labels: ['module', 'name', 'code'],
    en: 'Answered requests, by endpoint and code of the envelope',
    zh: '已响应的请求数，按接口和返回码',
  },
  atrium_refusals_total: {
    kind: 'counter',
    labels: ['reason'],
    en: 'Refused requests: `session`, `permission`, `invalid`, `conflict`, `rate`, `busy`, `other`',
    zh: '被拒绝的请求数，按原因：`session` 会话、`permission` 权限、`invalid` 参数、`conflict` 版本冲突、`rate` 频率、`busy` 繁忙、`other` 其他',
  },
  atrium_company_refusals_total: {
    kind: 'counter',
    en: 'Requests refused as their company asked too often, most of them before anything is read',
    zh: '因超出每秒请求份额而被拒绝的请求数，多数在读取内容之前',
  },
  atrium_sign_in_failures_total: {
    kind: 'counter',
    labels: ['kind'],
    en: 'Failed sign-ins: `unknown` account, wrong `password` or `code`, `locked`, `stopped` company, `refused` otherwise',
    zh: '登录失败数，按登录日志中的原因：`unknown`、`password`、`code`、`locked`、`stopped`、`refused` 其他',
  },
  atrium_database_up: {
    kind: 'gauge',
    en: 'Whether the database answers this node: 1 or 0',
    zh: '数据库是否响应本节点：1 或 0',
  },
  atrium_database_connections: {
    kind: 'gauge',
    labels: ['state'],
    en: 'Connections of this node: `busy`, `idle`',
    zh: '本节点的数据库连接数：`busy` 使用中、`idle` 空闲',
  },
  atrium_database_connections_max: {
    kind: 'gauge',
    en: 'Most connections of this node (`POOL_SIZE`)',
    zh: '本节点的最大连接数（`POOL_SIZE`）',
  },
  atrium_database_waiting: {
    kind: 'gauge',
    en: 'Requests and jobs that wait for a connection',
    zh: '等待数据库连接的请求和任务数',
  },
  atrium_database_transactions_total: {
    kind: 'counter',
    labels: ['outcome'],
    en: 'Transactions: `committed`, `failed`, `retried` after a collision or a lost connection',
    zh: '事务数：`committed` 已提交、`failed` 失败、`retried` 冲突或断线后重试',
  },
  atrium_database_unanswered_total: {
    kind: 'counter',
    en: 'Statements without an answer within their time',
    zh: '超时未得到响应的语句数',
  },
  atrium_database_failures_total: {
    kind: 'counter',
    en: 'Connections that were lost or could not be made',
    zh: '断开或无法建立的数据库连接数',
  },
  atrium_database_slow_statements_total: {
    kind: 'counter',
    en: 'Statements that took half a second or longer',
    zh: '用时半秒以上的语句数',
  },
  atrium_event_streams: {
    kind: 'gauge',
    en: 'Open consoles that this node tells of changes',
    zh: '本节点保持的控制台事件流数',
  },
  atrium_event_round_seconds: {
    kind: 'histogram',
    en: 'Time to read and send what is new to all streams',
    zh: '向全部事件流读取并发送新事件所用的时间',
  },
  atrium_event_lag_seconds: {
    kind: 'gauge',
    en: 'How long ago the streams were last up to date; 0 without streams',
    zh: '事件流距上次同步的时间；没有事件流时为 0',
  },
  atrium_queue_jobs: {
    kind: 'gauge',
    labels: ['queue', 'state'],
    en: 'Jobs of each queue: `ready`, `active`, `failed` within a day',
    zh: '各队列的任务数：`ready` 待执行、`active` 执行中、`failed` 一天内放弃',
  },
  atrium_queue_oldest_seconds: {
    kind: 'gauge',
    labels: ['queue'],
    en: 'How long the oldest job of each queue has been due; 0 if none waits',
    zh: '各队列中最早到期的任务已等待的时间；没有等待的任务时为 0',
  },
  atrium_schedule_overdue_seconds: {
    kind: 'gauge',
    labels: ['schedule'],
    en: 'How long each schedule is late; 0 if it ran in time or is paused',
    zh: '各定时任务逾期的时间；按时执行或已暂停时为 0',
  },
  atrium_runs: {
    kind: 'gauge',
    labels: ['state'],
    en: 'Runs of jobs: `queued`, `running`, `paused`, and those that `failed` within a day',
    zh: '任务运行数：`queued` 排队、`running` 运行中、`paused` 已暂停、一天内 `failed` 失败',
  },
  atrium_webhooks_waiting: {
    kind: 'gauge',
    en: 'Deliveries of webhooks that are due',
    zh: '到期待发的 Webhook 数',
  },
  atrium_messages_waiting: {
    kind: 'gauge',
    labels: ['channel'],
    en: 'Messages that are due, by `mail` and `sms`',
    zh: '到期待发的消息数，按 `mail` 邮件和 `sms` 短信',
  },
  atrium_audit_rows: {
    kind: 'gauge',
    en: 'Rows of the audit log of all companies (height of the chains)',
    zh: '审计记录总数（各审计链高度之和）',
  },
  atrium_audit_archived_rows: {
    kind: 'gauge',
    en: 'Rows of the audit log that lie in archived segments, of all companies',
    zh: '已移入归档文件的审计记录数',
  },
  atrium_audit_checkpoint_age_seconds: {
    kind: 'gauge',
    en: 'How long the operator’s oldest audit row without a signed checkpoint has waited; 0 if there is none',
    zh: '运营方最早的未签署检查点的审计记录已等待的时间；没有时为 0',
  },
  atrium_cache_reads_total: {
    kind: 'counter',
    labels: ['cache', 'result'],
    en: 'Reads of each cache: `hit`, `miss`',
    zh: '各缓存的读取数：`hit` 命中、`miss` 未命中',
  },
  atrium_s3_requests_total: {
    kind: 'counter',
    labels: ['outcome'],
    en: 'Calls of the store of files: `ok`, `refused`, `failed` without an answer',
    zh: '对文件存储的调用数：`ok` 成功、`refused` 被拒绝、`failed` 无响应',
  },
  atrium_redis_messages_total: {
    kind: 'counter',
    labels: ['outcome'],
    en: 'Messages to other nodes by Redis: `ok`, `failed`',
    zh: '经 Redis 发给其他节点的消息数：`ok` 成功、`failed` 失败',
  },
  atrium_redis_up: {
    kind: 'gauge',
    en: 'Whether Redis is reached: 1 or 0; NaN without `REDIS_URL`',
    zh: '能否连接 Redis：1 或 0；不设 `REDIS_URL` 时为 NaN',
  },
  atrium_nodes: {
    kind: 'gauge',
    labels: ['version'],
    en: 'Running nodes of each version, as the database knows them',
    zh: '数据库所知的运行中节点数，按版本',
  },
  atrium_migrations_pending: {
    kind: 'gauge',
    en: 'Migrations of this version that the database lacks',
    zh: '数据库尚缺的本版本迁移数',
  },
  atrium_backup_age_seconds: {
    kind: 'gauge',
    labels: ['kind'],
    en: 'How long ago the newest `backup` and the newest `proof` succeeded; absent if there was none',
    zh: '距最近一次成功的 `backup` 备份和 `proof` 备份验证的时间；从未成功时没有该值',
  },
  atrium_disk_free_bytes: {
    kind: 'gauge',
    en: 'Free space where `DATA_DIR` lies',
    zh: '`DATA_DIR` 所在磁盘的可用空间',
  },
} as const satisfies Record<string, DeclaredMetric>

export type MetricName = keyof typeof metricTable
export const metricNames = Object.keys(metricTable) as MetricName[]
/** A metric, by its general type. */
export const metricOf = (name: MetricName): DeclaredMetric => metricTable[name]
