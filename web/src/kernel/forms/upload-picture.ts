import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import type * as z from 'zod/mini'
import { call, type RequestFor } from '../api/call.ts'
import { kernelCalls } from '../api/kernel-calls.ts'

/** An endpoint that stores a picture and replies with its path. */
type PictureEndpoint = Endpoint & { wire: 'multipart'; reply: z.ZodMiniType<{ path: string }> }

/**
 * What a rich text does with a new picture. Takes the endpoint of the feature with the text, and fields beside the
 * file.
 * @returns a function that stores a picture and returns its address; it reports a failure and throws it.
 */
export const pictureUpload =
  <E extends PictureEndpoint>(endpoint: E, fields?: Readonly<Record<string, string>>) =>
  async (file: File): Promise<string> => {
    const request = { file, ...(fields && { body: fields }) } as RequestFor<PictureEndpoint>
    const { path } = await call<PictureEndpoint>(endpoint, request, { silentSuccess: true })
    return `${await kernelCalls().fileAddress()}${path}`
  }
