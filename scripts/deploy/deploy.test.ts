import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { kernelErrors } from '@atrium/contract/kernel/errors.ts'
import { describe, expect, it, onTestFinished } from 'vitest'
import { secretNames, variableNames } from '../../server/src/config/variables.ts'
import { deployFolder, hasProgram, kubernetesFiles, readCompose, readDeploy, readManifests } from './deploy-files.ts'
import { makeCertificate } from './make-certificate.ts'

const known = new Set<string>([...variableNames, ...secretNames.map((name) => `${name}_FILE`)])
const matches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name = '']) => name)
const temporaryFolder = () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'atrium-deploy-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

const unit = readDeploy('systemd/atrium@.service')
const compose = readCompose()
const manifests = kubernetesFiles()
  .flatMap(readManifests)
  .filter(({ kind }) => kind !== 'Kustomization')
const pods = manifests.flatMap(({ spec }) => spec?.template ?? [])
const nodesOfCompose = Object.entries(compose.services).filter(([, { image }]) => image?.startsWith('atrium:'))

describe('variables of the environment', () => {
  const named: Record<string, string[]> = {
    unit: [...matches(unit, /(?:^Environment=| )([A-Z_]+)=(?=\S)/gm), ...matches(unit, /^LoadCredential=(\w+):/gm)],
    'common.env': matches(readDeploy('systemd/common.env'), /^(\w+)=/gm),
    Containerfile: matches(readDeploy('Containerfile'), /^(?:ENV| {4}) ?([A-Z_]+)=/gm),
    compose: nodesOfCompose.flatMap(([, { environment = {} }]) => Object.keys(environment)),
    kubernetes: [
      ...manifests.flatMap(({ data = {}, stringData = {} }) => Object.keys({ ...data, ...stringData })),
      ...pods.flatMap(({ spec }) => spec.containers.flatMap(({ env = [] }) => env.map(({ name }) => name))),
    ],
  }
  it.each(Object.entries(named))('%s names those that the product reads', (_, names) => {
    expect(names.length).toBeGreaterThan(2)
    expect(names.filter((name) => !known.has(name))).toEqual([])
  })
  it('are secret where they come as credentials', () => {
    const credentials = matches(unit, /^LoadCredential=(\w+):/gm)
    expect(credentials.filter((name) => !(secretNames as string[]).includes(name))).toEqual([])
  })
})

describe('compose.yaml', () => {
  it('declares what its services name', () => {
    for (const [name, service] of Object.entries(compose.services)) {
      const secrets = (service.secrets ?? []).map((each) => (typeof each === 'string' ? each : each.source))
      const volumes = (service.volumes ?? [])
        .map((each) => each.split(':', 1)[0] ?? '')
        .filter((each) => /^\w/.test(each))
      const networks = Array.isArray(service.networks) ? service.networks : Object.keys(service.networks ?? {})
      expect(Object.keys(compose.secrets), name).toEqual(expect.arrayContaining(secrets))
      expect(Object.keys(compose.volumes), name).toEqual(expect.arrayContaining(volumes))
      expect(Object.keys(compose.networks), name).toEqual(expect.arrayContaining(networks))
      expect(Object.keys(compose.services), name).toEqual(expect.arrayContaining(Object.keys(service.depends_on ?? {})))
    }
  })
  it('runs nodes without rights, at the addresses that the load balancer and the pooler name', () => {
    expect(nodesOfCompose.map(([name]) => name)).toEqual(['migrate', 'a', 'b'])
    for (const [, service] of nodesOfCompose) expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'] })
    const addressOf = (name: string) => {
      const networks = compose.services[name]?.networks
      return Array.isArray(networks) ? '' : networks?.inside?.ipv4_address
    }
    expect(readDeploy('haproxy/haproxy.cfg')).toContain(`server a ${addressOf('a')}:3000`)
    expect(readDeploy('haproxy/haproxy.cfg')).toContain(`server b ${addressOf('b')}:3000`)
    expect(readDeploy('pgbouncer/pgbouncer.ini')).toContain(`host=${addressOf('postgres')} `)
    expect(compose.services.a?.environment?.TRUSTED_PROXIES).toBe(addressOf('haproxy'))
  })
})

describe('kubernetes', () => {
  it('lists its files, and the example of the secret alone is left out', () => {
    const [{ resources }] = readManifests('kustomization.yaml') as unknown as [{ resources: string[] }]
    const others = kubernetesFiles().filter((name) => !resources.includes(name))
    expect(others).toEqual(['kustomization.yaml', 'secret.example.yaml'])
    expect(resources.filter((name) => !kubernetesFiles().includes(name))).toEqual([])
  })
  it('selects pods that there are', () => {
    const labels = pods.map(({ metadata }) => JSON.stringify(Object.entries(metadata.labels)))
    const selecting = manifests.filter(({ spec }) => spec?.selector ?? spec?.podSelector)
    expect(selecting.map(({ kind }) => kind).sort()).toEqual([
      'Deployment',
      'Deployment',
      'NetworkPolicy',
      'PodDisruptionBudget',
      'PodDisruptionBudget',
      'Service',
    ])
    for (const { kind, metadata, spec } of selecting) {
      const { matchLabels, ...plain } = spec?.selector ?? {}
      const selector = Object.entries(spec?.podSelector?.matchLabels ?? matchLabels ?? plain)
      const isMet = labels.some((each) => selector.every((pair) => each.includes(JSON.stringify(pair))))
      expect(isMet, `${kind} ${metadata.name}`).toBe(true)
    }
  })
  it('covers all parts of the product, each probed at its port', () => {
    const containers = pods.flatMap(({ spec }) => spec.containers)
    const parts = containers.flatMap(
      ({ env = [] }) => env.find(({ name }) => name === 'PROCESS')?.value?.split(',') ?? [],
    )
    expect(parts.sort()).toEqual(['api', 'events', 'jobs'])
    for (const { args, ports = [], livenessProbe, readinessProbe } of containers) {
      if (args) continue
      expect(livenessProbe?.httpGet).toEqual({ path: '/healthz', port: 'http' })
      expect(readinessProbe?.httpGet).toEqual({ path: '/readyz', port: 'http' })
      expect(ports.map(({ name }) => name)).toContain('http')
    }
  })
  it('gives no pod a right that it does not need, and mounts what it declares', () => {
    expect(pods).toHaveLength(3)
    for (const { spec } of pods) {
      expect(spec).toMatchObject({ enableServiceLinks: false, securityContext: { runAsNonRoot: true } })
      for (const { securityContext, volumeMounts } of spec.containers) {
        expect(securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        })
        expect(volumeMounts?.map(({ name }) => name)).toEqual(spec.volumes.map(({ name }) => name))
      }
    }
  })
})

describe('haproxy', () => {
  it('answers for missing nodes as the product does', () => {
    expect(JSON.parse(readDeploy('haproxy/errors/unavailable.json'))).toEqual({ ...kernelErrors.busy, traceId: '' })
  })
  it.skipIf(!hasProgram('haproxy'))('reads its configuration', () => {
    const folder = temporaryFolder()
    cpSync(path.join(deployFolder, 'haproxy'), folder, { recursive: true })
    makeCertificate(path.join(folder, 'site.pem'))
    const checked = spawnSync('haproxy', ['-c', '-f', path.join(folder, 'haproxy.cfg')], { encoding: 'utf8' })
    expect(checked).toMatchObject({ status: 0, stderr: expect.not.stringContaining('WARNING') })
  })
})

describe.skipIf(!hasProgram('systemd-analyze'))('systemd', () => {
  it('reads the unit and finds it confined', () => {
    const folder = temporaryFolder()
    const file = path.join(folder, 'atrium@a.service')
    // It looks for the program, which this machine has elsewhere.
    writeFileSync(file, unit.replace(/^(ExecStart\w*)=\S+/gm, `$1=${process.execPath}`))
    expect(spawnSync('systemd-analyze', ['verify', '--man=no', file], { encoding: 'utf8' })).toMatchObject({
      status: 0,
      stderr: '',
    })
    const rated = spawnSync('systemd-analyze', ['security', '--offline=true', '--threshold=19', file], {
      encoding: 'utf8',
    })
    expect(rated.stdout).toMatch(/Overall exposure level/)
    expect(rated.status, rated.stdout.split('\n').at(-2)).toBe(0)
  })
})
