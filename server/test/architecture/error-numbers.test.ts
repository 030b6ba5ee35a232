import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { everyError } from '@atrium/contract/index.ts'
import { type ErrorBlock, type ErrorSpec, kernelErrors } from '@atrium/contract/kernel/errors.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { expectOnly } from './expect-only.ts'

/** Codes outside their feature's block. */
const outsideItsBlock = {
  'dictionaries.inUse 4001': 'fixed by the API’s list of codes, below the block of the dictionaries',
  'sign-in.secondStep 111': 'the API’s fixed code for "one more step is needed"',
  'sign-in.changePassword 111': 'the API’s fixed code for "one more step is needed"',
  'sign-in.passwordExpired 111': 'the API’s fixed code for "one more step is needed"',
  'sign-in.chooseCompany 111': 'the API’s fixed code for "one more step is needed"',
  'organizations.noMember 3114': 'numbered above the posts’ codes, which were once among those of organisations',
  'organizations.keeperRole 3115': 'numbered above the posts’ codes, which were once among those of organisations',
  'organizations.stopped 3116': 'numbered above the posts’ codes, which were once among those of organisations',
  'organizations.topOutOfScope 3118': 'numbered above the posts’ codes, which were once among those of organisations',
  'organizations.noSuchOrganization 3117':
    'numbered above the posts’ codes, which were once among those of organisations',
  'plans.inUse 3003': 'fixed by the API’s list of codes, below the block of the plans',
  'roles.beyondOwnRights 2005': 'fixed by the API’s list of codes; the same refusal as for users',
  'roles.builtin 2006': 'fixed by the API’s list of codes, below the block of the roles',
  'roles.hasMembers 2007': 'fixed by the API’s list of codes, below the block of the roles',
  'roles.ancestryCycle 2008': 'fixed by the API’s list of codes, below the block of the roles',
  'security.setUp 111': 'the API’s fixed code for "one more step is needed"',
  'notices.published 5001': 'fixed by the API’s list of codes, below the block of the notices',
  'uploads.typeRefused 5002': 'fixed by the API’s list of codes, as other features refuse files too',
  'uploads.contentMismatch 8001': 'fixed by the API’s list of codes; the same refusal as for portraits',
  'uploads.addressExpired 410': 'the API’s fixed code for what is gone',
  'visits.askedFirst 111': 'fixed by the API: a company that requires approval replies with the request',
}
/** Codes with more than one message: those of the kernel, one per HTTP status, and those the API defines. */
const sharedNumbers = {
  1007: 'a sent code is wrong or expired, worded for SMS or for mail',
  2005: 'beyond the caller’s own rights, worded for the granted right or for the affected user',
  8001: 'a file that is not what its name says, worded for portraits or for any file',
  '111': 'the API’s fixed code for "one more step is needed"; the data says which',
  '400': 'a body that cannot be read, because of its form or its cipher',
  '404': 'a missing row or a missing address',
  '423': 'closed to read-only callers, guests, and users who sign in elsewhere',
  '409': 'a row or a request that another user changed first',
  '429': 'too many calls, by a user or by their whole company',
  '503': 'another node or another time may answer: overload, and nodes without event streams',
}
const firstFeatureCode = 1000

type Block = { feature: string; block: ErrorBlock; errors: Record<string, ErrorSpec> }
const features = join(import.meta.dirname, '../../../contract/src/features')
const blocks: Block[] = []
beforeAll(async () => {
  for (const file of readdirSync(features, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.errors.ts'),
  )) {
    const exported: Record<string, unknown> = await import(join(features, file))
    const find = (end: string) => Object.entries(exported).find(([name]) => name.endsWith(end))?.[1]
    blocks.push({
      feature: file.split('/')[1] ?? '',
      block: find('Block') as ErrorBlock,
      errors: find('Errors') as Record<string, ErrorSpec>,
    })
  }
})
const allErrors = () =>
  blocks.flatMap(({ feature, errors }) => Object.entries(errors).map(([name, spec]) => ({ feature, name, ...spec })))

describe('error numbers', () => {
  it('are read from every feature that has errors', () => {
    expect(blocks.map(({ feature }) => feature).sort()).toEqual(
      expect.arrayContaining(['account', 'base-parameters', 'sign-in']),
    )
    for (const { block, errors } of blocks) expect([typeof block?.from, typeof errors]).toEqual(['number', 'object'])
  })
  it('stay inside their feature’s block', () => {
    const strays = blocks.flatMap(({ feature, block, errors }) =>
      Object.entries(errors).flatMap(([name, { code }]) =>
        code >= block.from && code <= block.to ? [] : `${feature}.${name} ${code}`,
      ),
    )
    expectOnly(strays, outsideItsBlock)
  })
  it('lie in disjoint blocks above the kernel’s', () => {
    const sorted = blocks.map(({ block }) => block).sort((a, b) => a.from - b.from)
    const wrong = sorted.filter(
      ({ from, to }, at) => from > to || from < firstFeatureCode || from <= (sorted[at - 1]?.to ?? 0),
    )
    expect(wrong).toEqual([])
    expect(Object.values(kernelErrors).filter(({ code }) => code >= firstFeatureCode)).toEqual([])
  })
  it('have one meaning each', () => {
    const codes = [...Object.values(kernelErrors), ...allErrors()].map(({ code }) => code)
    expectOnly(codes.filter((code, at) => codes.indexOf(code) !== at).map(String), sharedNumbers)
  })
  it('are listed in everyError, which names the codes of old audit rows', () => {
    expect(
      allErrors().flatMap(({ feature, name, code, msg }) =>
        everyError.some((one) => one.code === code && one.msg === msg) ? [] : `${feature}.${name}`,
      ),
    ).toEqual([])
  })
  it('come with a Chinese message', () => {
    const untranslated = [...Object.values(kernelErrors), ...allErrors()].filter(
      ({ msg }) => !/[\u4e00-\u9fff]/.test(msg),
    )
    expect(untranslated).toEqual([])
  })
})
