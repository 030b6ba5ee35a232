import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import type { ComponentProps } from 'react'
import type * as z from 'zod/mini'
import type { RequestFor } from '../api/call.ts'
import { requestTo } from '../api/request-to.ts'
import type { WireRequest } from '../api/send.ts'
import { useWrite, type WriteOptions } from '../api/use-write.ts'
import { DrawerForm } from './drawer-form.tsx'

type Params = NonNullable<WireRequest['params']>
type Writing = Endpoint & { body: z.ZodMiniObject }
type WriteFormProps<E extends Writing> = Omit<
  ComponentProps<typeof DrawerForm<E['body']>>,
  'schema' | 'busy' | 'error' | 'onSubmit'
> &
  WriteOptions<E> & {
    /** Its body validates the fields, and is what they make. */
    endpoint: E
    /** While a card asks about the impact, no request is pending. */
    isAsking?: boolean
  }
/** What identifies the row, for endpoints that have parameters. */
type ParamsOf<E extends Writing> = RequestFor<E> extends { params: infer P } ? { params: P } : { params?: undefined }

/** A form in a drawer that sends its values to an endpoint. */
export const WriteForm = <E extends Writing>(props: WriteFormProps<E> & ParamsOf<E>) => {
  const given: WriteFormProps<E> & { params?: unknown } = props
  const { endpoint, params, isAsking = false, confirms, onDone, invalidates, silentSuccess, ...form } = given
  const write = useWrite<E>(endpoint, {
    ...(confirms && { confirms }),
    ...(onDone && { onDone }),
    ...(invalidates && { invalidates }),
    ...(silentSuccess !== undefined && { silentSuccess }),
  })
  return (
    <DrawerForm<E['body']>
      {...form}
      schema={endpoint.body}
      busy={write.isPending && !isAsking}
      error={write.error}
      onSubmit={(body) =>
        write.mutateAsync(requestTo<E>(params === undefined ? { body } : { params: params as Params, body }))
      }
    />
  )
}
