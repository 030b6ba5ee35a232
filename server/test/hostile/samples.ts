import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import sharp from 'sharp'
import type { TestApp } from '../harness.ts'
import { plainRequest } from './parameters.ts'
import { createSampleStage, type MakeSample, type MakeSamples, type Sample, type SampleStage } from './sample.ts'

const features = join(import.meta.dirname, '../../src/features')
const sampleFiles = readdirSync(features, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.samples.ts'))
  .sort()

const createSamplesByTitle = async (stage: SampleStage): Promise<Readonly<Record<string, MakeSample | string>>> => {
  const all = {}
  for (const file of sampleFiles) {
    const { samples } = (await import(join(features, file))) as { samples: MakeSamples }
    Object.assign(all, await samples(stage))
  }
  return all
}

/** A file for calls that take one. */
export const drawPicture = () =>
  sharp({ create: { width: 8, height: 8, channels: 3, background: '#123456' } })
    .png()
    .toBuffer()

/** A request of a plain entity for another row: names and codes are unique. */
const plainCreate = (endpoint: Endpoint, token: string): Sample => {
  const { body = {}, ...rest } = plainRequest(endpoint)
  const unique = { name: `名${randomUUID().slice(0, 20)}`, code: `c${randomUUID().slice(0, 20)}` }
  const own = Object.entries(unique).filter(([field]) => field in body)
  return { ...rest, body: { ...body, ...Object.fromEntries(own) }, token }
}

/**
 * Creates rows and returns a valid request for each endpoint; endpoints without a sample get one built from their
 * schema. `poolSize` is the number of rows and temporary tokens to consume: a changed row has a new version, a used
 * token is gone.
 */
export const createSamples = async (app: TestApp, poolSize = 14_000) => {
  const stage = await createSampleStage(app, poolSize)
  const samplesByTitle = await createSamplesByTitle(stage)
  // The content of calls is tested here, not their rate.
  await app.sql('update apis set rate = null where rate is not null')
  const picture = await drawPicture()

  const find = (title: string): MakeSample | undefined => {
    const found = samplesByTitle[title]
    return typeof found === 'string' ? find(found) : found
  }
  const buildSample = (endpoint: Endpoint): MakeSample => {
    const make = find(`${endpoint.module}.${endpoint.name}`)
    const token = endpoint.access.kind === 'public' ? undefined : stage.reader
    const plain = endpoint.name === 'create' ? () => plainCreate(endpoint, stage.writer) : () => plainRequest(endpoint)
    return (n, at) => ({ ...(token && { token }), ...(make ?? plain)(n, at) })
  }
  return { buildSample, picture }
}
