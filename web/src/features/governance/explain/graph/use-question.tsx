import { type Explanation, explainContract } from '@atrium/contract/features/governance/explain/explain.contract.ts'
import { type ReactNode, useMemo, useState } from 'react'
import { useCan } from '../../../../kernel/access/use-can.ts'
import { useRead } from '../../../../kernel/api/use-read.ts'
import { ReadState } from '../../../../kernel/page/read-state.tsx'
import { Button } from '../../../../ui/button.tsx'
import { SearchSelect } from '../../../../ui/search-select.tsx'
import { Tag } from '../../../../ui/tag.tsx'
import { t } from '../../../../ui/texts.ts'
import { DecisionSteps } from '../decision-steps.tsx'
import { Remedy } from '../explained.tsx'
import { findSubjects, subjectQuery, useRememberedOptions } from '../find-subjects.ts'
import type { AskedPath } from './layout-rights.ts'

type Question = {
  /** `api …` or `element …`; undefined before anything is asked. */
  subject: string | undefined
  /** What is asked, to be drawn once it is answered. */
  asked: AskedPath | undefined
  /** The code of an asked element that the user holds. */
  sought: string | undefined
  /** Where the subject is chosen; nothing for users who may not ask. */
  field: ReactNode
  verdict: ReactNode
}

/** The smallest grant: a role that the caller may assign, with as few rights as there are. */
const smallestRole = ({ elements: [element] }: Explanation) =>
  element?.roles.find(({ grantable, everything }) => grantable && !everything) ?? element?.roles[0]

/** The path to what was asked: the names of elements are those of a module and an operation. */
const toPath = (explained: Explanation): AskedPath => {
  const { now, elements, api } = explained
  const [element] = elements
  const [menu = '', point = menu] = element?.name.split(' · ') ?? [t('接口'), api?.name ?? '']
  return { allowed: now.allowed, menu, point, role: smallestRole(explained)?.name }
}

const Verdict = ({ isSelf, ...explained }: Explanation & { isSelf: boolean }) => {
  const [isOpen, setIsOpen] = useState(false)
  const { now, advice } = explained
  return (
    <div className="rights-verdict" data-allowed={now.allowed} role="status">
      <p>
        <Tag tone={now.allowed ? 'good' : 'danger'}>{now.allowed ? t('可以访问') : t('不能访问')}</Tag> {advice}
      </p>
      <div className="rights-verdict-acts">
        {!now.allowed && !isSelf && <Remedy {...explained} />}
        <Button aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? t('收起判定过程') : t('查看判定过程')}
        </Button>
      </div>
      {isOpen && <DecisionSteps steps={now.steps} label={t('当前判定')} />}
    </div>
  )
}

/** Asks whether a user may do something now. */
export const useQuestion = (person: { id: string; self: boolean }): Question => {
  const [subject, setSubject] = useState<string>()
  const canAsk = useCan(explainContract.explain)
  const find = useRememberedOptions(findSubjects)
  const read = useRead(
    explainContract.explain,
    { query: { userId: person.id, ...subjectQuery(subject ?? '') } },
    { enabled: subject !== undefined, staleTime: 0, toasts: false },
  )
  const answer = subject === undefined || read.isPlaceholderData ? undefined : read.data
  const query = subjectQuery(subject ?? '')
  const asked = useMemo(() => answer && toPath(answer), [answer])
  return {
    subject,
    asked,
    sought: answer?.now.allowed && 'element' in query ? query.element : undefined,
    field: canAsk && (
      <SearchSelect
        aria-label={t('检查权限')}
        placeholder={t('检查权限：输入接口或权限点的名称')}
        find={find}
        value={subject}
        onChange={setSubject}
      />
    ),
    verdict: subject !== undefined && (
      <ReadState read={{ ...read, data: answer }}>
        {(explained) => <Verdict key={subject} {...explained} isSelf={person.self} />}
      </ReadState>
    ),
  }
}
