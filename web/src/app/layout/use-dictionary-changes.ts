import {
  dictionariesChanged,
  dictionariesModule,
} from '@atrium/contract/features/system/dictionaries/dictionary-topics.ts'
import { useEffect } from 'react'
import { queryClient } from '../../kernel/api/query-client.ts'
import { subscribe } from '../../kernel/api/topics.ts'

const refetch = () => void queryClient.invalidateQueries({ queryKey: [dictionariesModule] })

/** Refetches what open pages show of dictionaries when some have changed. */
export const useDictionaryChanges = (): void => useEffect(() => subscribe(dictionariesChanged, refetch), [])
