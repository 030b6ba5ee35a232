import { explainContract } from '@atrium/contract/features/governance/explain/explain.contract.ts'
import { labelledText, notedText } from '@atrium/contract/kernel/list-text.ts'
import { useRef } from 'react'
import { call } from '../../../kernel/api/call.ts'
import type { Option } from '../../../ui/select.tsx'
import { t } from '../../../ui/texts.ts'
import type { Find } from '../../../ui/use-found-options.ts'

const kindNames = { api: t('接口'), element: t('权限点') } as const

/** Wraps a search so that the chosen option keeps its label when later results do not contain it. */
export const useRememberedOptions = (find: Find, known?: Option | undefined): Find => {
  const remembered = useRef(new Map(known && [[known.value, known]]))
  return async (keyword, chosen, signal) => {
    const found = await find(keyword, chosen, signal)
    for (const option of found) remembered.current.set(option.value, option)
    const chosenOption = chosen === undefined ? undefined : remembered.current.get(chosen)
    return chosenOption ? [chosenOption, ...found.filter(({ value }) => value !== chosenOption.value)] : found
  }
}

/** Finds APIs and elements; an option's value is `api …` or `element …`. */
export const findSubjects: Find = async (search, _chosen, signal) => {
  const found = await call(explainContract.subjects, { query: { search } }, { signal })
  return found.map(({ kind, id, name, code }) => ({
    value: `${kind} ${id}`,
    label: labelledText(kindNames[kind], notedText(name, code)),
  }))
}

/** The query about the subject of an option's value. */
export const subjectQuery = (subject: string): { apiId: string } | { element: string } => {
  const [kind, id = ''] = subject.split(' ')
  return kind === 'api' ? { apiId: id } : { element: id }
}
