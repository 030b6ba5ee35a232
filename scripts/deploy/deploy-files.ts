import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parse, parseAllDocuments } from 'yaml'

export const deployFolder = path.join(import.meta.dirname, '../../deploy')
export const readDeploy = (name: string): string => readFileSync(path.join(deployFolder, name), 'utf8')

type Environment = Readonly<Record<string, string>>
type Service = {
  image?: string
  environment?: Environment
  secrets?: (string | { source: string })[]
  volumes?: string[]
  networks?: string[] | Record<string, { ipv4_address: string }>
  depends_on?: Record<string, unknown>
  read_only?: boolean
  cap_drop?: string[]
}
export type Compose = {
  services: Record<string, Service>
  secrets: Record<string, unknown>
  volumes: Record<string, unknown>
  networks: Record<string, unknown>
}
export const readCompose = (): Compose => parse(readDeploy('compose.yaml'), { merge: true })

type Labels = Readonly<Record<string, string>>
type Port = { name?: string; containerPort?: number; port?: number | string; targetPort?: string }
type Container = {
  image: string
  args?: string[]
  env?: { name: string; value?: string }[]
  ports?: Port[]
  securityContext?: object
  volumeMounts?: { name: string }[]
  livenessProbe?: { httpGet: { path: string; port: string } }
  readinessProbe?: { httpGet: { path: string; port: string } }
}
type Pod = {
  metadata: { labels: Labels }
  spec: {
    containers: Container[]
    securityContext: object
    volumes: { name: string }[]
    enableServiceLinks: boolean
  }
}
export type Manifest = {
  apiVersion: string
  kind: string
  metadata: { name: string }
  data?: Environment
  stringData?: Environment
  spec?: {
    template?: Pod
    selector?: Labels & { matchLabels?: Labels }
    podSelector?: { matchLabels: Labels }
    ports?: Port[]
  }
}

const kubernetes = path.join(deployFolder, 'kubernetes')
export const kubernetesFiles = (): string[] => readdirSync(kubernetes).sort()
/** All objects of a file of Kubernetes. */
export const readManifests = (name: string): Manifest[] =>
  parseAllDocuments(readFileSync(path.join(kubernetes, name), 'utf8')).map((document) => document.toJS())

/** Whether a program of Debian is installed; tests that need it are skipped otherwise. */
export const hasProgram = (name: string): boolean => spawnSync('which', [name]).status === 0
