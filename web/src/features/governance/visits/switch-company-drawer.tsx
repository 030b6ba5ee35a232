import { switchingContract, type VisitCheck } from '@atrium/contract/features/governance/visits/visits.contract.ts'
import type { loginInfo } from '@atrium/contract/features/identity/session/session.contract.ts'
import { companiesContract } from '@atrium/contract/features/tenancy/companies/companies.contract.ts'
import { maxSearchLength } from '@atrium/contract/kernel/fields.ts'
import { pageSizes } from '@atrium/contract/kernel/listing.ts'
import { useState } from 'react'
import type * as z from 'zod/mini'
import { useRead } from '../../../kernel/api/use-read.ts'
import { useWrite } from '../../../kernel/api/use-write.ts'
import { ReadState } from '../../../kernel/page/read-state.tsx'
import { Button } from '../../../ui/button.tsx'
import { Drawer } from '../../../ui/drawer.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { rich } from '../../../ui/rich.ts'
import { SearchForm } from '../../../ui/search-form.tsx'
import { SearchInput } from '../../../ui/search-input.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { t } from '../../../ui/texts.ts'
import { toast } from '../../../ui/toast.ts'
import { CompanyShortcuts } from './company-shortcuts.tsx'
import { CompanyTree } from './company-tree.tsx'
import { type Destination, destinationName } from './destination.ts'
import { quitVisit } from './quit-visit.ts'
import type { SwitcherState } from './switcher-state.ts'
import { findObstacle, useEnterCompany } from './use-enter-company.tsx'
import { policyNames, policyTones } from './visit-words.ts'
import './switch-company-drawer.css'

const placeholder = t('请输入公司名称，按回车搜索')
const initialQuery = { search: '', page: 1, size: pageSizes[0] as number }

type Query = typeof initialQuery

/** The chosen destination, with its switch policy or the reason for a refusal. */
const ChosenDestination = ({
  destination,
  check,
}: {
  destination: Destination | undefined
  check: VisitCheck | undefined
}) => {
  if (!destination) return null
  const obstacle = check && findObstacle(check)
  return (
    <p>
      {rich('已选择：{destination}', { destination: <strong>{destinationName(destination)}</strong> })}{' '}
      {check && <Tag tone={policyTones[check.policy]}>{policyNames[check.policy]}</Tag>}
      {obstacle && <span className="switch-obstacle">{obstacle}</span>}
    </p>
  )
}

type CompanySearchProps = { applied: string; onSearch: (words: string) => void }

const CompanySearch = ({ applied, onSearch }: CompanySearchProps) => {
  const [typed, setTyped] = useState('')
  const search = (words: string) => {
    setTyped(words.trim())
    onSearch(words.trim())
  }
  return (
    <SearchForm className="switch-search" onSubmit={() => search(typed)}>
      <SearchInput
        aria-label={placeholder}
        placeholder={placeholder}
        maxLength={maxSearchLength}
        value={typed}
        onChange={(words) => {
          setTyped(words)
          // Clearing the box lists all companies again.
          if (words === '' && applied !== '') search('')
        }}
      />
    </SearchForm>
  )
}

type CompaniesProps = { query: Query; onQuery: (query: Query) => void; switcher: SwitcherState }

/** The companies found, by page. */
const Companies = ({ query, onQuery, switcher }: CompaniesProps) => {
  const read = useRead(companiesContract.list, { query })
  return (
    <section className="switch-companies" aria-label={t('公司')} aria-busy={read.isPlaceholderData}>
      <h3>{query.search === '' ? t('全部公司') : t('搜索结果')}</h3>
      <ReadState read={read}>
        {({ data, total, more }) =>
          data.length === 0 ? (
            <Empty title={query.search === '' ? t('暂无公司') : t('未找到公司')} />
          ) : (
            <>
              <CompanyTree key={JSON.stringify(query)} companies={data} switcher={switcher} />
              <Pagination
                page={query.page}
                size={query.size}
                sizes={pageSizes}
                total={total}
                more={more === true}
                onChange={(page, size) => onQuery({ ...query, page, size })}
              />
            </>
          )
        }
      </ReadState>
    </section>
  )
}

type SwitchCompanyDrawerProps = { info: z.output<typeof loginInfo>; onClosed: () => void }

/** The switching drawer: search companies, open their organisations, enter one for a while. */
export const SwitchCompanyDrawer = ({ info, onClosed }: SwitchCompanyDrawerProps) => {
  const [open, setOpen] = useState(true)
  const [query, setQuery] = useState(initialQuery)
  const [chosen, setChosen] = useState<Destination>()
  const [leaving, setLeaving] = useState(false)
  const writeOptions = { invalidates: [companiesContract.list], silentSuccess: true }
  const pinning = useWrite(switchingContract.pin, writeOptions)
  const unpinning = useWrite(switchingContract.unpin, writeOptions)
  const [dialog, enterCompany] = useEnterCompany()
  const checkRead = useRead(
    switchingContract.switchCheck,
    { params: { id: chosen?.companyId ?? '' } },
    { enabled: chosen !== undefined, staleTime: 0, toasts: false },
  )
  const check = checkRead.data?.companyId === chosen?.companyId ? checkRead.data : undefined

  const search = (words: string) => setQuery({ ...initialQuery, size: query.size, search: words })
  const enter = (destination: Destination) => {
    setChosen(destination)
    void enterCompany(destination)
  }
  const quit = () => {
    setLeaving(true)
    // The call has shown its error.
    quitVisit(info).catch(() => setLeaving(false))
  }
  const switcher: SwitcherState = {
    currentCompanyId: info.company,
    chosen,
    findRefusal: (id) => (check?.companyId === id && check.policy === 'denied' ? policyNames.denied : undefined),
    onChoose: setChosen,
    onPin: ({ companyId, pinned }) => (pinned ? unpinning : pinning).mutate({ params: { id: companyId } }),
    onEnter: enter,
  }
  return (
    <Drawer
      title={t('切换公司')}
      open={open}
      width={600}
      onClose={() => setOpen(false)}
      onClosed={onClosed}
      footer={
        <div className="switch-company-foot">
          <div className="switch-chosen" role="status">
            <ChosenDestination destination={chosen} check={check} />
          </div>
          {info.grant === 1 && (
            <Button look="primary" danger loading={leaving} onClick={quit}>
              {t('退出访问')}
            </Button>
          )}
          <Button
            look={chosen ? 'primary' : 'plain'}
            onClick={() => (chosen ? enter(chosen) : toast.warning(t('请选择要切换的公司')))}
          >
            {t('切换')}
          </Button>
        </div>
      }
    >
      <CompanySearch applied={query.search} onSearch={search} />
      {query.search === '' && query.page === 1 && <CompanyShortcuts switcher={switcher} />}
      <Companies query={query} onQuery={setQuery} switcher={switcher} />
      {dialog}
    </Drawer>
  )
}
