import { createModuleStage, type ModuleStage } from '@atrium/server/test/module/module-stage.ts'
import { rules } from '@atrium/server/test/module/rules.ts'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { contract } from './contract.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

let stage: ModuleStage
beforeAll(async () => {
  stage = await createModuleStage(contract)
})
const find = async (name: keyof typeof rules) => (await rules[name].find(stage)).map(({ says }) => says)

describe('the rules for modules find', () => {
  it('a table without isolation', async () => {
    expect(await find('tables')).toEqual([
      "faulty.notes is not kept to its company: end its migration with call keep_to_company('notes')",
    ])
  })
  it('what it shows and changes of another company', async () => {
    expect(await find('isolation')).toEqual([
      'faulty.notes shows rows of another company',
      'faulty.writeNote changes rows of another company: faulty.notes',
    ])
  })
  it('an endpoint without access, and a route without a declaration', async () => {
    expect(await find('access')).toEqual([
      'GET /api/faulty/raw is served without a declaration: nothing says who may call it',
      'faulty.open needs no permission (signedIn): every session reaches it',
    ])
  })
  it('a leak', async () => {
    expect(await find('leaks')).toEqual(['faulty.leak shows users.phone'])
  })
  it('a column that looks like a secret', async () => {
    expect(await find('columns')).toEqual([
      'faulty.notes.access_token looks like a secret, and goes into the archive of its tenant',
    ])
  })
  it('a list that ignores the row scope', async () => {
    expect(await find('people')).toEqual(['faulty.people names people outside of the row scope of its caller'])
  })
  it('ids and lists without a bound', async () => {
    expect(await find('bounds')).toEqual([
      'faulty.silent body.userIds is bounded by nothing: declare in ids whose row it names, or by which rule it is bound',
      'faulty.silent body.userIds takes a list of any length',
    ])
  })
  it('a write without an audit event', async () => {
    expect(await find('audit')).toEqual(['faulty.silent is a write without an audit event'])
  })
  it('a value that the server stumbles over', async () => {
    const [found, ...others] = await find('inputs')
    expect(found).toContain('faulty.brittle POST /api/faulty/brittle: status 500')
    expect(others).toEqual([])
  })
  it('an unbounded query', async () => {
    expect(await find('queries')).toEqual([
      expect.stringMatching(/^faulty\.all reads all rows: 1\d\d by one statement without a limit$/),
    ])
  })
})
