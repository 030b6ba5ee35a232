import { explainContract } from '@atrium/contract/features/governance/explain/explain.contract.ts'
import { usersContract } from '@atrium/contract/features/people/users/users.contract.ts'
import { useId, useState } from 'react'
import type { QuestionProps } from '../../../kernel/access/decision-trace.tsx'
import { useCan } from '../../../kernel/access/use-can.ts'
import { useRead } from '../../../kernel/api/use-read.ts'
import { ReadState } from '../../../kernel/page/read-state.tsx'
import { Drawer } from '../../../ui/drawer.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { rich } from '../../../ui/rich.ts'
import { SearchSelect } from '../../../ui/search-select.tsx'
import { t } from '../../../ui/texts.ts'
import { findPeople } from '../../people/users/public/find-people.ts'
import { Explained } from './explained.tsx'
import { findSubjects, subjectQuery, useRememberedOptions } from './find-subjects.ts'
import './explain.css'

const { explain } = explainContract

type AnswerProps = { userId: string; subject: string; record: string | undefined }
const Answer = ({ userId, subject, record }: AnswerProps) => {
  const about = { ...subjectQuery(subject), ...(record !== undefined && { resourceId: record }) }
  const read = useRead(explain, { query: { userId, ...about } }, { staleTime: 0 })
  return <ReadState read={read}>{(explained) => <Explained {...explained} />}</ReadState>
}

/** Asks whether a user can make a call or holds an element now, and shows the decision. */
export const QuestionDrawer = ({ person, subject, onClosed }: QuestionProps) => {
  const [open, setOpen] = useState(true)
  const [userId, setUserId] = useState(person?.value)
  const [chosenSubject, setChosenSubject] = useState(subject?.value)
  const [record, setRecord] = useState<string>()
  const canFindUsers = useCan(usersContract.list)
  const findUser = useRememberedOptions(findPeople, person)
  const findSubject = useRememberedOptions(findSubjects, subject)
  const findRecordOwner = useRememberedOptions(findPeople)
  const id = useId()
  return (
    <Drawer title={t('检查权限')} width={600} open={open} onClose={() => setOpen(false)} onClosed={onClosed}>
      <div className="question">
        {person && !canFindUsers ? (
          <p>{rich('用户：{label}', { label: <strong>{person.label}</strong> })}</p>
        ) : (
          <div>
            <label htmlFor={`${id}person`}>{t('用户')}</label>
            <SearchSelect
              id={`${id}person`}
              placeholder={t('选择用户，输入账号或姓名')}
              find={findUser}
              value={userId}
              onChange={setUserId}
            />
          </div>
        )}
        <div>
          <label htmlFor={`${id}subject`}>{t('接口或权限点')}</label>
          <SearchSelect
            id={`${id}subject`}
            placeholder={t('选择接口或权限点，输入名称、地址或编码')}
            find={findSubject}
            value={chosenSubject}
            onChange={setChosenSubject}
          />
        </div>
        {canFindUsers && (
          <div>
            <label htmlFor={`${id}record`}>{t('记录所属用户（选填）')}</label>
            <SearchSelect
              id={`${id}record`}
              placeholder={t('选择后，同时判断该用户的数据范围是否包含该记录')}
              find={findRecordOwner}
              value={record}
              onChange={setRecord}
            />
          </div>
        )}
      </div>
      {userId !== undefined && chosenSubject !== undefined ? (
        <Answer key={`${userId} ${chosenSubject} ${record}`} userId={userId} subject={chosenSubject} record={record} />
      ) : (
        <Empty title={t('选择用户，以及接口或权限点')} hint={t('查看能否访问、原因和所缺的权限。')} />
      )}
    </Drawer>
  )
}
