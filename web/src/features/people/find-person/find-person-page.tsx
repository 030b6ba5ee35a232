import {
  type FoundPerson,
  findPersonContract,
} from '@atrium/contract/features/people/find-person/find-person.contract.ts'
import { type ComponentType, useState } from 'react'
import { useWrite } from '../../../kernel/api/use-write.ts'
import { Button } from '../../../ui/button.tsx'
import { DataTable } from '../../../ui/data-table.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { SearchForm } from '../../../ui/search-form.tsx'
import { SearchInput } from '../../../ui/search-input.tsx'
import type { TableColumn } from '../../../ui/table-column.ts'
import { Tag } from '../../../ui/tag.tsx'
import { t } from '../../../ui/texts.ts'
import { Time } from '../../../ui/time.tsx'
import './find-person.css'

const standings = {
  normal: { text: t('正常'), tone: 'good' },
  locked: { text: t('已锁定'), tone: 'danger' },
  expired: { text: t('已到期'), tone: 'warn' },
  disabled: { text: t('已停用'), tone: 'plain' },
  deleted: { text: t('已删除'), tone: 'plain' },
} as const
const maxLength = 64

/** Switches to a company. */
type Enter = ComponentType<{ companyId: string; name: string }>

const column = { grows: false, sortable: false, alignRight: false }
const columns = (Enter: Enter): readonly TableColumn<FoundPerson>[] => [
  {
    ...column,
    key: 'company',
    title: t('公司'),
    width: 200,
    grows: true,
    render: ({ companyName, outside }) => (
      <span className="find-person-company">
        {companyName}
        {outside && <Tag>{t('外部成员', { context: 'singular' })}</Tag>}
      </span>
    ),
  },
  { ...column, key: 'account', title: t('账号'), width: 140, render: ({ account }) => account },
  { ...column, key: 'name', title: t('姓名'), width: 88, render: ({ name }) => name },
  {
    ...column,
    key: 'standing',
    title: t('状态'),
    width: 88,
    render: ({ standing }) => <Tag tone={standings[standing].tone}>{standings[standing].text}</Tag>,
  },
  { ...column, key: 'phone', title: t('手机号'), width: 128, render: ({ phone }) => phone },
  { ...column, key: 'email', title: t('邮箱'), width: 176, render: ({ email }) => email },
  {
    ...column,
    key: 'lastLogin',
    title: t('最近登录'),
    width: 176,
    render: ({ lastLogin }) => (lastLogin ? <Time at={lastLogin} /> : t('从未登录')),
  },
  {
    ...column,
    key: 'enter',
    stays: true,
    title: t('操作'),
    width: 104,
    render: ({ customer, companyId, companyName }) => customer && <Enter companyId={companyId} name={companyName} />,
  },
]

/** Finds a person in all companies by what they gave the operator, in full. Every search is audited. */
export const FindPersonPage = ({ Enter }: { Enter: Enter }) => {
  const [typed, setTyped] = useState('')
  const search = useWrite(findPersonContract.across)
  const contact = typed.trim()
  const submit = () => contact !== '' && !search.isPending && search.mutate({ body: { contact } })
  return (
    <section className="find-person">
      <SearchForm className="find-person-search" onSubmit={submit}>
        <div>
          <SearchInput
            aria-label={t('完整的账号、手机号或邮箱')}
            placeholder={t('完整的账号、手机号或邮箱')}
            maxLength={maxLength}
            value={typed}
            onChange={setTyped}
          />
        </div>
        <Button submits look="primary" loading={search.isPending}>
          {t('查找')}
        </Button>
      </SearchForm>
      {search.data ? (
        <DataTable<FoundPerson>
          label={t('找到的人员')}
          columns={columns(Enter)}
          rows={search.data}
          firstNumber={1}
          loading={search.isPending}
          placeholder={<Empty title={t('未找到')} hint={t('请核对账号、手机号或邮箱是否完整。')} />}
          sort=""
          onSort={() => undefined}
        />
      ) : (
        <Empty
          title={t('在所有公司中查找人员')}
          hint={t('用于协助忘记所属公司或无法登录的用户，每次查找都会记入操作日志。')}
        />
      )}
    </section>
  )
}
