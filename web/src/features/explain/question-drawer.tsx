import { explainContract } from '@atrium/contract/features/explain/explain.contract.ts'
import { usersContract } from '@atrium/contract/features/users/users.contract.ts'
import { useId, useRef, useState } from 'react'
import { useCan } from '../../kernel/access/use-can.ts'
import { call } from '../../kernel/api/call.ts'
import { useRead } from '../../kernel/api/use-endpoint.ts'
import type { QuestionProps } from '../../kernel/explanations/decision-of.tsx'
import { findPeople } from '../../kernel/members/find-people.ts'
import { ReadState } from '../../kernel/page/read-state.tsx'
import { Drawer } from '../../ui/drawer.tsx'
import { Empty } from '../../ui/empty.tsx'
import { SearchSelect } from '../../ui/search-select.tsx'
import type { Option } from '../../ui/select.tsx'
import type { Find } from '../../ui/use-found-options.ts'
import { Explained } from './explained.tsx'
import './explain.css'

const { explain, subjects } = explainContract
const kindNames = { api: '接口', element: '元素' } as const

const findUsers = findPeople(usersContract.list)

/** Finds, and remembers what the chosen one is called when the search has moved on. */
const useRemembering = (find: Find, known: Option | undefined): Find => {
  const seen = useRef(new Map(known && [[known.value, known]]))
  return async (keyword, chosen, signal) => {
    const found = await find(keyword, chosen, signal)
    for (const option of found) seen.current.set(option.value, option)
    const kept = chosen === undefined ? undefined : seen.current.get(chosen)
    return kept ? [kept, ...found.filter(({ value }) => value !== kept.value)] : found
  }
}

const findSubjects: Find = async (search, _chosen, signal) => {
  const found = await call(subjects, { query: { search } }, { signal })
  return found.map(({ kind, id, name, code }) => ({
    value: `${kind} ${id}`,
    label: `${kindNames[kind]}：${name}（${code}）`,
  }))
}

/** The query about a subject as its option names it: `api …`, `element …`. */
const subjectQuery = (subject: string) => {
  const [kind, id = ''] = subject.split(' ')
  return kind === 'api' ? { apiId: id } : { element: id }
}

type AnswerProps = { userId: string; subject: string; record: string | undefined }
const Answer = ({ userId, subject, record }: AnswerProps) => {
  const about = { ...subjectQuery(subject), ...(record !== undefined && { resourceId: record }) }
  const read = useRead(explain, { query: { userId, ...about } }, { staleTime: 0 })
  return <ReadState read={read}>{(explained) => <Explained {...explained} />}</ReadState>
}

/** Asks whether somebody may make a call at this moment, or holds an element, and shows how that is decided. */
export const QuestionDrawer = ({ person, subject, onClosed }: QuestionProps) => {
  const [open, setOpen] = useState(true)
  const [userId, setUserId] = useState(person?.value)
  const [about, setAbout] = useState(subject?.value)
  const [record, setRecord] = useState<string>()
  const mayFindPeople = useCan(usersContract.list)
  const people = useRemembering(findUsers, person)
  const things = useRemembering(findSubjects, subject)
  const records = useRemembering(findUsers, undefined)
  const id = useId()
  return (
    <Drawer title="查询权限判定" width={600} open={open} onClose={() => setOpen(false)} onClosed={onClosed}>
      <div className="question">
        {person && !mayFindPeople ? (
          <p>
            用户：<strong>{person.label}</strong>
          </p>
        ) : (
          <div>
            <label htmlFor={`${id}person`}>用户</label>
            <SearchSelect
              id={`${id}person`}
              placeholder="选择用户，输入账号或姓名"
              find={people}
              value={userId}
              onChange={setUserId}
            />
          </div>
        )}
        <div>
          <label htmlFor={`${id}subject`}>接口或元素</label>
          <SearchSelect
            id={`${id}subject`}
            placeholder="选择接口或元素，输入名称、地址或编码"
            find={things}
            value={about}
            onChange={setAbout}
          />
        </div>
        {mayFindPeople && (
          <div>
            <label htmlFor={`${id}record`}>哪个用户的记录（可选）</label>
            <SearchSelect
              id={`${id}record`}
              placeholder="选择后，还判断他的数据范围是否包含这条记录"
              find={records}
              value={record}
              onChange={setRecord}
            />
          </div>
        )}
      </div>
      {userId !== undefined && about !== undefined ? (
        <Answer key={`${userId} ${about} ${record}`} userId={userId} subject={about} record={record} />
      ) : (
        <Empty title="选择用户，以及接口或元素" hint="会显示现在能否访问、逐步的判定过程，以及最小的授权改动。" />
      )}
    </Drawer>
  )
}
