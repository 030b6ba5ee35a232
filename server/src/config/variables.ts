import type { Kind } from './kinds.ts'
import { processParts } from './process-parts.ts'

export type Variable = {
  kind: Kind
  /** Taken where it is not set; empty: none. */
  fallback: string
  /** What is shown as its default where that is no fixed value. */
  shownDefault?: { en: string; zh: string }
  /** Of a choice. */
  choices?: readonly string[]
  /** Whether it is read from `NAME_FILE` and from a credential too, and never printed. */
  secret?: true
  /** For the READMEs and `atrium config`, in Markdown. */
  en: string
  zh: string
}

/**
 * Every variable of the environment that the product reads: the only place that names them. What is read, the tables of
 * both READMEs and `atrium config` come from it.
 */
export const variables = {
  PORT: {
    kind: 'port',
    fallback: '3000',
    en: 'where the console and the API listen',
    zh: '控制台和 API 监听的端口',
  },
  HOST: {
    kind: 'text',
    fallback: '127.0.0.1',
    en: 'the address they listen on',
    zh: '监听的地址',
  },
  PROCESS: {
    kind: 'parts',
    fallback: processParts.join(','),
    en: 'what this node does: `api` answers requests, `events` holds the streams of open consoles (`/api/sys/console/events/v1`), `jobs` works in the background; without the first two it answers only `/healthz`, `/readyz` and metrics; a load balancer sends each path to the nodes that serve it; at least one node needs `jobs`',
    zh: '本节点的职责：`api` 响应请求，`events` 保持控制台的事件流（`/api/sys/console/events/v1`），`jobs` 处理后台任务；没有前两项时只响应 `/healthz`、`/readyz` 和指标；由负载均衡把各路径转发到相应的节点；至少要有一个节点包含 `jobs`',
  },
  NODE_NAME: {
    kind: 'nodeName',
    fallback: '',
    shownDefault: { en: 'the host name', zh: '主机名' },
    en: 'the name of this node in its log and metrics',
    zh: '本节点在日志和指标中的名称',
  },
  DATA_DIR: {
    kind: 'text',
    fallback: 'data',
    shownDefault: { en: '`./data`', zh: '`./data`' },
    en: 'embedded PostgreSQL, the secret key, uploaded files, and a file of signed checkpoints for each day; keep it, back it up; several nodes without `S3_ENDPOINT` share its folder `files`',
    zh: '内置 PostgreSQL、密钥、上传的文件，以及每天一个的已签名检查点文件；请保留并备份；多个节点不用 `S3_ENDPOINT` 时，共用其中的 `files` 目录',
  },
  DATABASE_URL: {
    kind: 'databaseUrl',
    fallback: '',
    secret: true,
    en: 'use this PostgreSQL (15 or newer) instead; the role owns the database and may create roles (`CREATEROLE`), and needs neither `SUPERUSER` nor `BYPASSRLS`; several hosts are tried in order; see below',
    zh: '改用该 PostgreSQL（15 或更新的版本），可写多个主机，依次尝试；登录角色须是数据库的所有者并能创建角色（`CREATEROLE`），不需要 `SUPERUSER` 和 `BYPASSRLS`；见下文',
  },
  EMBEDDED: {
    kind: 'yesNo',
    fallback: 'no',
    en: '`yes`: in production, too, run the embedded PostgreSQL in `DATA_DIR`; without it a production start needs `DATABASE_URL`',
    zh: '`yes`：生产环境也运行 `DATA_DIR` 里的内置 PostgreSQL；不设时，生产环境必须设置 `DATABASE_URL`',
  },
  DATABASE_POOLER: {
    kind: 'hostAndPort',
    fallback: '',
    en: '`host:port` of PgBouncer (or the like) in transaction mode before it; migrations go around it',
    zh: '上述数据库前面的 PgBouncer 等连接池（事务模式）的 `主机:端口`；迁移绕过该连接池',
  },
  SERVING_LOGIN: {
    kind: 'text',
    fallback: '',
    shownDefault: { en: 'made once', zh: '自动创建' },
    en: 'the login of requests and jobs, with `SERVING_PASSWORD`, for a pooler that must know its password; see below',
    zh: '请求和后台任务使用的数据库登录，与 `SERVING_PASSWORD` 同时设置，用于须预先知道密码的连接池；见下文',
  },
  SERVING_PASSWORD: {
    kind: 'text',
    fallback: '',
    secret: true,
    en: 'the password of that login',
    zh: '该数据库登录的密码',
  },
  POOL_SIZE: {
    kind: 'poolSize',
    fallback: '',
    shownDefault: { en: 'twice the processors, at least 4', zh: '处理器数的两倍，至少 4' },
    en: 'most database connections that this node opens for its requests and jobs',
    zh: '本节点的请求和后台任务最多使用的数据库连接数',
  },
  PUBLIC_URL: {
    kind: 'publicUrl',
    fallback: '',
    en: 'where people reach the console; required in production, `https://`; then answers carry `Strict-Transport-Security`',
    zh: '用户访问控制台的地址；生产环境必填，以 `https://` 开头，此时响应带有 `Strict-Transport-Security`',
  },
  ADMIN_ACCOUNT: {
    kind: 'account',
    fallback: 'admin',
    en: 'the first administrator, made on the first start: 4 to 30 letters, digits or underscores, a letter first',
    zh: '首次启动时创建的管理员账号：4-30 位字母、数字或下划线，以字母开头',
  },
  ADMIN_PASSWORD: {
    kind: 'text',
    fallback: '',
    secret: true,
    en: 'the first administrator’s password, used as it is; empty: a one-time password is printed',
    zh: '首个管理员的密码，原样使用；留空则打印一次性密码',
  },
  CAPTCHA: {
    kind: 'choice',
    choices: ['always', 'risk', 'off'],
    fallback: 'risk',
    en: 'first value of the parameter `captcha`: `always`, `risk` or `off`',
    zh: '参数 `captcha` 的初始值：`always`、`risk` 或 `off`',
  },
  SECRET_KEY: {
    kind: 'text',
    fallback: '',
    secret: true,
    shownDefault: { en: 'made once', zh: '自动生成' },
    en: 'seals secrets and tokens; required in production with `DATABASE_URL`, the same on every node: the database keeps its fingerprint, and a node with another key does not start',
    zh: '用于封存密钥和令牌；生产环境使用外部数据库时必填，各节点相同；数据库里存有其指纹，密钥不符的节点不能启动',
  },
  SECRET_KEY_PREVIOUS: {
    kind: 'text',
    fallback: '',
    secret: true,
    en: 'the key before `SECRET_KEY`, while what it has sealed is sealed again; see below',
    zh: '`SECRET_KEY` 之前的密钥，轮换期间与其同时设置；见下文',
  },
  SECRET_KEY_REPLACES: {
    kind: 'text',
    fallback: '',
    en: 'the fingerprint of a lost key that the present one replaces; what the lost one sealed stays unreadable',
    zh: '已丢失的密钥的指纹，改用现在的密钥；用旧密钥加密的内容不能恢复',
  },
  DNS_SERVERS: {
    kind: 'addresses',
    fallback: '',
    shownDefault: { en: 'the system’s', zh: '系统的设置' },
    en: 'comma-separated addresses of the DNS servers asked about tenants’ domains',
    zh: '验证租户域名时查询的 DNS 服务器地址，逗号分隔',
  },
  LANGUAGES_DIR: {
    kind: 'text',
    fallback: '',
    en: 'a folder of further languages, such as `fr.json`, and of texts that replace the product’s own, in `en.json` or `zh-CN.json`',
    zh: '其他语言所在的目录，例如 `fr.json`；其中的 `en.json`、`zh-CN.json` 可替换内置的文字',
  },
  S3_ENDPOINT: {
    kind: 'text',
    fallback: '',
    en: 'keep uploaded files in a bucket of this S3 store instead of `DATA_DIR`, addressed in path style; set this and the next three together',
    zh: '上传的文件改存到该 S3 存储的桶里（路径风格）；本项和以下三项须同时设置',
  },
  S3_BUCKET: {
    kind: 'text',
    fallback: '',
    en: 'the bucket; objects lie below the id of the installation, so a copy of an installation needs a bucket of its own',
    zh: '桶名；对象存放在本系统的编号之下，复制出的另一套系统须使用自己的桶',
  },
  S3_ACCESS_KEY: {
    kind: 'text',
    fallback: '',
    secret: true,
    en: 'the access key of that bucket',
    zh: '访问该桶的公钥（Access Key）',
  },
  S3_SECRET_KEY: {
    kind: 'text',
    fallback: '',
    secret: true,
    en: 'the secret key of that bucket',
    zh: '访问该桶的私钥（Secret Key）',
  },
  S3_REGION: { kind: 'text', fallback: 'us-east-1', en: 'the region of that bucket', zh: '该桶所在的区域' },
  BACKUP_S3_ENDPOINT: {
    kind: 'text',
    fallback: '',
    shownDefault: { en: '`S3_ENDPOINT`', zh: '`S3_ENDPOINT`' },
    en: 'the S3 store of backups to `s3://bucket/prefix`; with the next two: credentials of their own protect backups from who has those of the files',
    zh: '备份到 `s3://桶名/前缀` 时使用的 S3 存储；与以下两项同时设置：凭据与文件的分开，可防止备份与文件一同被删',
  },
  BACKUP_S3_ACCESS_KEY: {
    kind: 'text',
    fallback: '',
    secret: true,
    shownDefault: { en: '`S3_ACCESS_KEY`', zh: '`S3_ACCESS_KEY`' },
    en: 'its access key',
    zh: '该存储的公钥（Access Key）',
  },
  BACKUP_S3_SECRET_KEY: {
    kind: 'text',
    fallback: '',
    secret: true,
    shownDefault: { en: '`S3_SECRET_KEY`', zh: '`S3_SECRET_KEY`' },
    en: 'its secret key',
    zh: '该存储的私钥（Secret Key）',
  },
  BACKUP_S3_REGION: {
    kind: 'text',
    fallback: '',
    shownDefault: { en: '`S3_REGION`', zh: '`S3_REGION`' },
    en: 'its region',
    zh: '该存储所在的区域',
  },
  CLAMAV_SOCKET: {
    kind: 'socket',
    fallback: '',
    en: 'path or `host:port` of a ClamAV daemon: uploaded files stay in quarantine until it has found nothing',
    zh: 'ClamAV 守护进程的套接字路径或 `主机:端口`：上传的文件查毒通过前处于隔离状态',
  },
  AREAS_PUBLIC_KEY: {
    kind: 'publicKey',
    fallback: '',
    en: 'Ed25519 public key (32 bytes, base64) of the publisher whose signed files update the administrative divisions; without it they come with releases',
    zh: '发布方的 Ed25519 公钥（32 字节，base64），其签名的文件可更新行政区划；不设时行政区划随版本发布',
  },
  OPEN_TARGET_NETWORKS: {
    kind: 'networks',
    fallback: '',
    en: 'networks to which open APIs may forward calls, webhooks may be sent and identity providers may belong, comma-separated (`10.20.0.0/16,2001:db8:5::/48`); without it only public addresses',
    zh: '开放接口可转发到、Webhook 可发送到、身份源可位于的网段，逗号分隔（`10.20.0.0/16,2001:db8:5::/48`）；不设时只允许公网地址',
  },
  REDIS_URL: {
    kind: 'text',
    fallback: '',
    secret: true,
    en: 'nodes tell each other of ended sessions at once; without it they find out within a second',
    zh: '各节点立即互相通知会话失效；不设时一秒内各自得知',
  },
  TRUSTED_PROXIES: {
    kind: 'list',
    fallback: '',
    en: 'addresses whose `X-Forwarded-For` is believed, comma-separated; in production no network wider than an IPv4 /8 or IPv6 /32',
    zh: '可信代理地址，逗号分隔；仅采信其 `X-Forwarded-For`；生产环境网段最大为 IPv4 的 /8 或 IPv6 的 /32',
  },
  METRICS_PORT: {
    kind: 'optionalPort',
    fallback: '',
    shownDefault: { en: '`PORT` + 1', zh: '`PORT` + 1' },
    en: 'Prometheus metrics',
    zh: 'Prometheus 指标的端口',
  },
  METRICS_HOST: {
    kind: 'text',
    fallback: '127.0.0.1',
    en: 'the address they are served on, to everyone who reaches it; by default this machine only',
    zh: '指标监听的地址，能连上的都可读取；默认仅本机',
  },
  LOG_LEVEL: {
    kind: 'choice',
    choices: ['fatal', 'error', 'warn', 'info', 'debug', 'silent'],
    fallback: 'info',
    en: '`fatal`, `error`, `warn`, `info`, `debug` or `silent`',
    zh: '`fatal`、`error`、`warn`、`info`、`debug` 或 `silent`',
  },
  ACCESS_LOG: {
    kind: 'yesNo',
    fallback: 'no',
    en: '`yes`: a line of the log for each answer, with endpoint, status, milliseconds and the ids of caller and company; needs `LOG_LEVEL` `info`',
    zh: '`yes`：每个响应记一行日志，含接口、状态、毫秒数以及用户和公司的编号；`LOG_LEVEL` 须为 `info`',
  },
  ATRIUM_LANGUAGE: {
    kind: 'text',
    fallback: '',
    shownDefault: { en: 'that of the locale', zh: '随系统区域设置' },
    en: 'the language of the log, of `npm start` and of `atrium`: `en` or `zh-CN`; else `LC_ALL`, `LC_MESSAGES` or `LANG` says it, and without these it is Chinese; what people see in their browser is up to them',
    zh: '日志、`npm start` 和 `atrium` 的语言：`en` 或 `zh-CN`；不设时取自 `LC_ALL`、`LC_MESSAGES` 或 `LANG`，都没有则为中文；浏览器中的语言由使用者自己选择',
  },
  END_WITH_PARENT: {
    kind: 'yesNo',
    fallback: 'no',
    en: '`yes`: ends with the process that started it; `npm start` sets it, as npm that is killed passes no signal on',
    zh: '`yes`：随上级进程一起结束；`npm start` 会如此设置：被强行结束的 npm 不会转发信号',
  },
  NODE_ENV: {
    kind: 'text',
    fallback: '',
    en: '`production` turns on the checks that refuse an unsafe start',
    zh: '设为 `production` 时，不安全的配置会拒绝启动',
  },
} as const satisfies Record<string, Variable>

export type VariableName = keyof typeof variables
export const variableNames = Object.keys(variables) as VariableName[]
/** A variable, by its general type. */
export const variableOf = (name: VariableName): Variable => variables[name]
/** The variables that are read from files and credentials too. */
export const secretNames = variableNames.filter((name) => variableOf(name).secret)
