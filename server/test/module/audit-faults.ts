import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import { Code, Header } from '@atrium/contract/kernel/envelope.ts'
import { toTitle } from '../architecture/expect-only.ts'
import { unchecked } from '../loosely-typed.ts'
import { type Fault, fault, type Rule } from './fault.ts'
import type { ModuleStage } from './module-stage.ts'

/** Sends a sample, and confirms the impact it shows. */
const carryOut = async (stage: ModuleStage, endpoint: Endpoint) => {
  const sample = await stage.sampleFor(endpoint)
  const { code, text } = await stage.send(endpoint, sample)
  if (code !== Code.moreInput) return
  const { confirmToken } = (JSON.parse(text) as { data: { confirmToken: string } }).data
  await stage.app.call(endpoint, unchecked(sample), sample.token, { [Header.confirm]: confirmToken })
}

const faultsOf = async (stage: ModuleStage, endpoint: Endpoint): Promise<Fault[]> => {
  const { app, writes, companies, contract } = stage
  const at = toTitle(endpoint)
  const event = endpoint.method !== 'GET' && 'event' in endpoint.audit ? endpoint.audit.event : undefined
  const count = async () =>
    (
      await app.sql('select count(*)::int as n from audit_log where company_id = $1 and event = $2', [
        companies.own,
        event,
      ])
    )[0]?.n
  await stage.plantBeside()
  const before = await count()
  const ready = await stage.sampleFor(endpoint)
  const mark = await writes.mark()
  await (endpoint.method === 'GET' ? stage.send(endpoint, ready) : carryOut(stage, endpoint))
  const isOwn = ({ table }: { table: string }) => table.startsWith(`${contract.name}.`)
  const written = (await writes.since(mark)).some(isOwn)
  if (endpoint.method === 'GET')
    return written && endpoint.writes === undefined ? [fault(at, 'changes rows, and is declared as a read')] : []
  if (event === undefined) return [fault(at, 'is a write without an audit event')]
  return (await count()) === before ? [fault(at, `leaves no ${event} in the audit log`)] : []
}

/** Every write is audited, and reads change nothing. */
export const audit: Rule = {
  title: 'audits every write',
  async find(stage) {
    const found: Fault[] = []
    for (const endpoint of stage.endpoints) found.push(...(await faultsOf(stage, endpoint)))
    return found
  },
}
