import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { inspectConfig, readConfig } from './config.ts'

const faultsOf = (...names: string[]) =>
  inspectConfig(Object.fromEntries(names.map((name) => [name, '1'])), '/srv').faults

describe('a name near to a variable', () => {
  it.each([
    ['TRUSTED_PROXY', 'TRUSTED_PROXIES'],
    ['TRUST_PROXIES', 'TRUSTED_PROXIES'],
    ['DATABSE_URL', 'DATABASE_URL'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['DATABASEURL', 'DATABASE_URL'],
    ['database_url', 'DATABASE_URL'],
    ['SECRETKEY', 'SECRET_KEY'],
    ['SERCET_KEY', 'SECRET_KEY'],
    ['SECRET_KEY_FIEL', 'SECRET_KEY_FILE'],
    ['ADMIN_PASSWD', 'ADMIN_PASSWORD'],
    ['REDIS_URI', 'REDIS_URL'],
    ['PUBLIC_URI', 'PUBLIC_URL'],
    ['DNS_SERVER', 'DNS_SERVERS'],
    ['EMBEDED', 'EMBEDDED'],
    ['LOGLEVEL', 'LOG_LEVEL'],
    ['METRIC_PORT', 'METRICS_PORT'],
    ['OPEN_TARGET_NETWORK', 'OPEN_TARGET_NETWORKS'],
    ['DATADIR', 'DATA_DIR'],
    ['ATRIUM_SECRET_KEY', 'SECRET_KEY'],
    ['CLAMD_SOCKET', 'CLAMAV_SOCKET'],
  ])('is refused with it: %s', (name, meant) => {
    expect(faultsOf(name)).toEqual([`没有环境变量 ${name}，是否想写 ${meant}？`])
  })
  it('prevents a start', () => {
    expect(() => readConfig({ TRUSTED_PROXY: '10.0.0.5' }, '/srv')).toThrow('是否想写 TRUSTED_PROXIES？')
  })
  it('of a credential is refused too', () => {
    const folder = mkdtempSync(join(tmpdir(), 'atrium-credentials-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    for (const name of ['secret-key', 'tls.crt']) writeFileSync(join(folder, name), 'one')
    expect(inspectConfig({ CREDENTIALS_DIRECTORY: folder }, '/srv').faults).toEqual([
      '没有凭据 secret-key，是否想写 SECRET_KEY？',
    ])
  })
  it('that is empty says nothing', () => {
    expect(inspectConfig({ TRUSTED_PROXY: '' }, '/srv').faults).toEqual([])
  })
})

const names = (text: string) => Object.fromEntries(text.split(/\s+/).map((name) => [name, 'x']))
/** What Kubernetes sets in each container for a service. */
const service = (name: string, port: number) => ({
  [`${name}_SERVICE_HOST`]: '10.96.0.11',
  [`${name}_SERVICE_PORT`]: String(port),
  [`${name}_SERVICE_PORT_HTTP`]: String(port),
  [`${name}_PORT`]: `tcp://10.96.0.11:${port}`,
  [`${name}_PORT_${port}_TCP`]: `tcp://10.96.0.11:${port}`,
  [`${name}_PORT_${port}_TCP_PROTO`]: 'tcp',
  [`${name}_PORT_${port}_TCP_PORT`]: String(port),
  [`${name}_PORT_${port}_TCP_ADDR`]: '10.96.0.11',
})
const services =
  'ATRIUM ATRIUM_METRICS REDIS REDIS_MASTER POSTGRES POSTGRESQL DATABASE DATABASE_POOLER PGBOUNCER METRICS METRIC NODE S3 PUBLIC ADMIN TRUSTED_PROXY SECRET CLAMAV DNS DNS_SERVER KUBERNETES'

/** Names that belong to other programs in environments that are really met. */
const environments: Record<string, Record<string, string>> = {
  'a shell': names(
    'PATH HOME USER LOGNAME SHELL PWD OLDPWD TERM LANG LC_ALL TZ TMPDIR EDITOR PAGER SHLVL _ HOSTTYPE HOSTNAME MAIL DISPLAY LS_COLORS SSH_AUTH_SOCK SSH_CONNECTION XDG_RUNTIME_DIR XDG_DATA_DIRS XDG_DATA_HOME DBUS_SESSION_BUS_ADDRESS http_proxy https_proxy no_proxy HTTP_PROXY NO_PROXY ALL_PROXY SUDO_USER MALLOC_ARENA_MAX',
  ),
  'Node and npm': names(
    'NODE NODE_OPTIONS NODE_PATH NODE_VERSION YARN_VERSION NODE_COMPILE_CACHE NODE_EXTRA_CA_CERTS NODE_TLS_REJECT_UNAUTHORIZED NODE_DEBUG NODE_HOME NVM_DIR NODENV_ROOT INIT_CWD npm_config_user_agent npm_lifecycle_event npm_package_name npm_node_execpath npm_execpath UV_THREADPOOL_SIZE VITEST VITEST_POOL_ID VITEST_WORKER_ID TEST_DATABASE_URL E2E_SECRET_KEY',
  ),
  docker: {
    ...names('PATH HOSTNAME HOME container'),
    DB_NAME: '/web/db',
    DB_PORT: 'tcp://172.17.0.5:5432',
    DB_PORT_5432_TCP_ADDR: '172.17.0.5',
    DB_ENV_POSTGRES_PASSWORD: 'x',
    METRICS_PORT: 'tcp://172.17.0.6:9000',
    METRICS_NAME: '/web/metrics',
  },
  'the images of databases': names(
    'PGHOST PGPORT PGUSER PGPASSWORD PGDATABASE PGDATA POSTGRES_USER POSTGRES_PASSWORD POSTGRES_PASSWORD_FILE POSTGRES_DB POSTGRES_HOST POSTGRES_URL DB_HOST DB_USER DB_PASSWORD DB_URL REDIS_HOST REDIS_PORT REDIS_PASSWORD REDIS_DB REDIS_TLS_URL DATABASE_HOST DATABASE_PORT DATABASE_USER DATABASE_PASSWORD DATABASE_NAME',
  ),
  Kubernetes: Object.assign(
    names('POD_NAME POD_IP POD_NAMESPACE NAMESPACE HOST_IP HOST_NAME NODE_IP SERVICE_NAME'),
    ...services.split(' ').map((name) => service(name, 9000)),
  ),
  systemd: names(
    'INVOCATION_ID JOURNAL_STREAM SYSTEMD_EXEC_PID NOTIFY_SOCKET LISTEN_FDS LISTEN_PID LISTEN_FDNAMES MAINPID WATCHDOG_USEC WATCHDOG_PID RUNTIME_DIRECTORY STATE_DIRECTORY CACHE_DIRECTORY LOGS_DIRECTORY CONFIGURATION_DIRECTORY MEMORY_PRESSURE_WATCH FDSTORE CREDENTIALS_DIRECTORY',
  ),
  'GitHub Actions': names(
    'CI GITHUB_ACTIONS GITHUB_TOKEN GITHUB_SERVER_URL GITHUB_SHA RUNNER_NAME RUNNER_OS RUNNER_TEMP ACTIONS_RUNTIME_URL ACTIONS_CACHE_URL ACTIONS_ID_TOKEN_REQUEST_URL AGENT_TOOLSDIRECTORY ImageOS JAVA_HOME_17_X64 CHROME_BIN',
  ),
  Jenkins: names('JENKINS_URL BUILD_ID BUILD_URL JOB_NAME EXECUTOR_NUMBER NODE_LABELS WORKSPACE'),
  'Heroku and the like': names(
    'DYNO HEROKU_APP_NAME HEROKU_POSTGRESQL_TEAL_URL REDIS_TLS_URL WEB_CONCURRENCY SECRET_KEY_BASE SECRET_KEY_ID LOG_DRAIN RENDER RENDER_EXTERNAL_URL RENDER_EXTERNAL_HOSTNAME RAILWAY_PUBLIC_DOMAIN RAILWAY_STATIC_URL FLY_APP_NAME FLY_PUBLIC_IP PRIMARY_REGION K_SERVICE K_REVISION VCAP_SERVICES VCAP_APPLICATION CF_INSTANCE_INDEX DATABASE_PRIVATE_URL AWS_REGION AWS_ACCESS_KEY_ID AWS_SECRET_ACCESS_KEY AWS_ENDPOINT_URL_S3 MINIO_ACCESS_KEY MINIO_SECRET_KEY OTEL_EXPORTER_OTLP_ENDPOINT OTEL_SERVICE_NAME SENTRY_DSN',
  ),
  'names that only look alike': names('PORTAL PORTS HOSTS GHOST POST PROCESSOR CAPTCHA_SITE_KEY MODE TRUST LOG LOGS'),
}

it.each(Object.keys(environments))('nothing of %s is refused', (name) => {
  expect(inspectConfig(environments[name] ?? {}, '/srv').faults).toEqual([])
})

it('a service of Kubernetes that is called like a variable does not set it', () => {
  expect(readConfig(service('METRICS', 9000), '/srv').metricsPort).toBe(3001)
  expect(readConfig({ ...service('METRICS', 9000), METRICS_PORT: '9100' }, '/srv').metricsPort).toBe(9100)
})
