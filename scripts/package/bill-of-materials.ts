import { execFileSync } from 'node:child_process'
import type { LockFile } from './shipped-packages.ts'

type Component = { 'bom-ref': string; name: string; version: string }
type Bill = {
  serialNumber?: string
  metadata: { timestamp?: string; tools?: unknown; component: { name: string; 'bom-ref': string } }
  components: Component[]
  dependencies: { ref: string; dependsOn?: string[] }[]
}

/** Places in the lock file by name and version; without places of packages that only development needs. */
const placesByVersion = ({ packages }: LockFile): Map<string, string> => {
  const toName = (place: string) => place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)
  const used = Object.entries(packages).filter(([place, { dev }]) => place.includes('node_modules/') && !dev)
  return new Map(used.map(([place, { version }]) => [`${toName(place)}@${version}`, place]))
}

/**
 * The software bill of materials of an archive (CycloneDX), by npm, without what differs between two runs.
 * @param shipped places in the lock file of the packages in the archive
 */
export const billOfMaterials = (root: string, lock: LockFile, shipped: ReadonlySet<string>) => {
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev', '--package-lock-only']
  const written = execFileSync('npm', args, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 2 ** 20 })
  const { serialNumber: _, metadata, ...bill } = JSON.parse(written) as Bill
  const { timestamp: _time, tools: _tools, ...rest } = metadata
  const places = placesByVersion(lock)
  const findPlace = ({ name, version }: Component) => places.get(`${name}@${version}`)
  // Of what is optional, such as packages for one platform, only what lies in the archive.
  const isPart = (component: Component): boolean => {
    const place = findPlace(component)
    return place !== undefined && (shipped.has(place) || !lock.packages[place]?.optional)
  }
  const components = bill.components.filter(isPart)
  const known = new Set([metadata.component['bom-ref'], ...components.map((each) => each['bom-ref'])])
  const dependencies = bill.dependencies
    .filter(({ ref }) => known.has(ref))
    .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((each) => known.has(each)) }))
  // npm names the project after its folder.
  const component = { ...metadata.component, name: 'atrium' }
  return {
    text: `${JSON.stringify({ ...bill, metadata: { ...rest, component }, components, dependencies }, null, 1)}\n`,
    places: components.flatMap((each) => findPlace(each) ?? []).sort(),
  }
}
