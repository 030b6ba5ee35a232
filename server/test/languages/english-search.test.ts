import { apisContract } from '@atrium/contract/features/access/registry/apis.contract.ts'
import { elementsContract } from '@atrium/contract/features/access/registry/elements.contract.ts'
import { modulesContract } from '@atrium/contract/features/access/registry/modules.contract.ts'
import { messageTemplatesContract } from '@atrium/contract/features/communication/messages/messages.contract.ts'
import { paletteContract } from '@atrium/contract/features/governance/palette/palette.contract.ts'
import { rolesContract } from '@atrium/contract/features/governance/roles/roles.contract.ts'
import { userRolesContract } from '@atrium/contract/features/people/users/user-roles.contract.ts'
import { baseParametersContract } from '@atrium/contract/features/system/base-parameters/base-parameters.contract.ts'
import { dictionariesContract } from '@atrium/contract/features/system/dictionaries/dictionaries.contract.ts'
import { plansContract } from '@atrium/contract/features/tenancy/plans/plans.contract.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../harness.ts'
import { dataAs, unchecked } from '../loosely-typed.ts'

const english = { 'accept-language': 'en' }

let app: TestApp
let token: string
beforeAll(async () => {
  app = await createTestApp()
  token = await app.signIn()
})

type Named = { id: string; name: string }
/** Lists of what the product has named. */
const lists = {
  modules: modulesContract.list,
  elements: elementsContract.list,
  APIs: apisContract.list,
  roles: rolesContract.list,
  plans: plansContract.list,
  dictionaries: dictionariesContract.groups,
  'dictionary items': dictionariesContract.list,
  parameters: baseParametersContract.list,
  'message templates': messageTemplatesContract.list,
}

describe.each(Object.entries(lists))('a search in the list of %s', (_name, list) => {
  const find = async (search: string, headers = english): Promise<Named[]> => {
    const request = unchecked({ query: { search, size: 100 } })
    return dataAs<Named[] | undefined>(await app.call(list, request, token, headers)) ?? []
  }

  it('finds what is read in English, complete or in part, and in Chinese as before', async () => {
    const all = await find('')
    const shown = all.filter(({ name }) => /^[\x20-\x7e]+$/.test(name))
    expect(shown.length).toBeGreaterThan(0)
    for (const { id, name } of [shown[0], shown[Math.floor(shown.length / 2)], shown.at(-1)].flatMap(
      (row) => row ?? [],
    )) {
      for (const words of [name, name.toUpperCase(), name.slice(0, 7), name.slice(-7)].map((text) => text.trim()))
        expect(
          (await find(words)).map((row) => row.id),
          `${words} of ${name}`,
        ).toContain(id)
      const [source] = (await find('', { 'accept-language': 'zh-CN' })).filter((row) => row.id === id)
      expect((await find(source?.name ?? '')).map((row) => row.id)).toContain(id)
    }
    expect(await find('no such words')).toEqual([])
  })
})

describe('a search in English', () => {
  it('finds roles of the product in the palette and where one is chosen', async () => {
    const { data: hits } = await app.call(paletteContract.find, { query: { keyword: 'super' } }, token, english)
    expect(hits).toContainEqual(expect.objectContaining({ kind: 'role', name: 'Platform super administrator' }))
    const request = { params: { id: '0' }, query: { keyword: 'super' } }
    const { data: offered } = await app.call(userRolesContract.offeredRoles, request, token, english)
    expect(offered?.map(({ label }) => label)).toEqual(['Platform super administrator'])
  })
  it('takes wildcards as letters', async () => {
    const { data } = await app.call(rolesContract.list, { query: { search: '%' } }, token, english)
    expect(data).toEqual([])
  })
})
