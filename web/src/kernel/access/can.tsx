import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import type { ReactNode } from 'react'
import { useCan } from './use-can.ts'

/** Shows its children only to users who may call the endpoint. The server checks again. */
export const Can = ({ endpoint, children }: { endpoint: Endpoint; children: ReactNode }) =>
  useCan(endpoint) ? children : null
