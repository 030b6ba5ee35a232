import { companiesContract } from '@atrium/contract/features/companies/companies.contract.ts'
import type { loginInfo } from '@atrium/contract/features/session/session.contract.ts'
import { switchingContract, type VisitCheck } from '@atrium/contract/features/visits/visits.contract.ts'
import { visitsErrors } from '@atrium/contract/features/visits/visits.errors.ts'
import { maxSearchLength } from '@atrium/contract/kernel/fields.ts'
import { pageSizes } from '@atrium/contract/kernel/listing.ts'
import { useState } from 'react'
import type * as z from 'zod/mini'
import { showFailure } from '../../kernel/api/failure-toast.ts'
import { queryClient } from '../../kernel/api/query-client.ts'
import { readQuery, useRead, useWrite } from '../../kernel/api/use-endpoint.ts'
import { ReadState } from '../../kernel/page/read-state.tsx'
import { Button } from '../../ui/button.tsx'
import { Drawer } from '../../ui/drawer.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { Tag } from '../../ui/tag.tsx'
import { toast } from '../../ui/toast.ts'
import { useOpened } from '../../ui/use-opened.tsx'
import { CompanyTree } from './company-tree.tsx'
import { NearCompanies } from './near-companies.tsx'
import { nameOf, type Place } from './place.ts'
import { quitVisit } from './quit-visit.ts'
import type { Shelf } from './shelf.ts'
import { SwitchDialog } from './switch-dialog.tsx'
import { policyNames, policyTones } from './visit-words.ts'
import './switch-company-drawer.css'

const placeholder = '请输入公司名称，按回车搜索'
const first = { search: '', page: 1, size: pageSizes[0] as number }

const checkQuery = (id: string) =>
  readQuery(switchingContract.switchCheck, { params: { id } }, { staleTime: 0, toasts: false })

/** Why nobody goes in there; undefined where one does, if only with the company's consent. */
const obstacleIn = ({ allowed, problem }: VisitCheck): string | undefined =>
  allowed || problem === visitsErrors.mustAsk.msg ? undefined : problem

/** Where somebody wants to go, or as much of it as he was allowed. */
const allowedPart = (place: Place, { request }: VisitCheck): Place =>
  request?.state === 'allowed' && request.orgId !== null
    ? { ...place, orgId: request.orgId, orgName: request.orgName }
    : place

/** What is chosen, whether one gets in there, and if not why. */
const Chosen = ({ place, check }: { place: Place | undefined; check: VisitCheck | undefined }) => {
  if (!place) return <p className="switch-chosen-none">请选择一家公司，或点公司右侧的“进入”</p>
  const obstacle = check && obstacleIn(check)
  return (
    <p>
      已选择：<strong>{nameOf(place)}</strong>{' '}
      {check && <Tag tone={policyTones[check.policy]}>{policyNames[check.policy]}</Tag>}
      {obstacle && <span className="switch-obstacle">{obstacle}</span>}
    </p>
  )
}

type SwitchCompanyDrawerProps = { info: z.output<typeof loginInfo>; onClosed: () => void }

/** The way to another company: found by name, opened into its organisations, entered for a while (spec §2). */
export const SwitchCompanyDrawer = ({ info, onClosed }: SwitchCompanyDrawerProps) => {
  const [open, setOpen] = useState(true)
  const [typed, setTyped] = useState('')
  const [asked, setAsked] = useState(first)
  const [chosen, setChosen] = useState<Place>()
  const [leaving, setLeaving] = useState(false)
  const written = { invalidates: [companiesContract.list], silentSuccess: true }
  const pinning = useWrite(switchingContract.pin, written)
  const unpinning = useWrite(switchingContract.unpin, written)
  const [dialog, openDialog] = useOpened()
  const read = useRead(companiesContract.list, { query: asked })
  const known = useRead(
    switchingContract.switchCheck,
    { params: { id: chosen?.companyId ?? '' } },
    { enabled: chosen !== undefined, staleTime: 0, toasts: false },
  )
  const check = known.data?.companyId === chosen?.companyId ? known.data : undefined

  const search = (words: string) => {
    setTyped(words.trim())
    setAsked({ ...first, size: asked.size, search: words.trim() })
  }
  const enter = async (place: Place) => {
    setChosen(place)
    const found = await queryClient.fetchQuery(checkQuery(place.companyId)).catch(showFailure)
    if (!found) return
    const obstacle = obstacleIn(found)
    if (obstacle !== undefined) return toast.warning(obstacle)
    const target = allowedPart(place, found)
    openDialog((onDialogClosed) => <SwitchDialog place={target} check={found} onClosed={onDialogClosed} />)
  }
  const quit = () => {
    setLeaving(true)
    // The call has said what went wrong.
    quitVisit(info).catch(() => setLeaving(false))
  }
  const shelf: Shelf = {
    here: info.company,
    chosen,
    closed: (id) => (check?.companyId === id && check.policy === 'denied' ? policyNames.denied : undefined),
    onChoose: setChosen,
    onPin: ({ companyId, pinned }) => (pinned ? unpinning : pinning).mutate({ params: { id: companyId } }),
    onEnter: (place) => void enter(place),
  }
  return (
    <Drawer
      title="切换公司"
      open={open}
      width={600}
      onClose={() => setOpen(false)}
      onClosed={onClosed}
      footer={
        <div className="switch-company-foot">
          <div className="switch-chosen" role="status">
            <Chosen place={chosen} check={check} />
          </div>
          {info.grant === 1 && (
            <Button look="primary" danger loading={leaving} onClick={quit}>
              退出访问
            </Button>
          )}
          <Button look="primary" onClick={() => (chosen ? void enter(chosen) : toast.warning('请选择要切换的公司'))}>
            切换
          </Button>
        </div>
      }
    >
      {/* biome-ignore lint/a11y/useSemanticElements: <search> would be the element, but it does not submit */}
      <form
        role="search"
        className="switch-search"
        onSubmit={(event) => {
          event.preventDefault()
          search(typed)
        }}
      >
        <SearchInput
          aria-label={placeholder}
          placeholder={placeholder}
          maxLength={maxSearchLength}
          value={typed}
          onChange={(words) => {
            setTyped(words)
            // An empty box asks for nothing: all of them again.
            if (words === '' && asked.search !== '') search('')
          }}
        />
      </form>
      {asked.search === '' && asked.page === 1 && <NearCompanies shelf={shelf} />}
      <section className="switch-companies" aria-label="公司" aria-busy={read.isPlaceholderData}>
        <h3>{asked.search === '' ? '全部公司' : '搜索结果'}</h3>
        <ReadState read={read}>
          {({ data, total, more }) =>
            data.length === 0 ? (
              <Empty title={asked.search === '' ? '还没有公司' : '没有找到公司'} />
            ) : (
              <>
                <CompanyTree key={JSON.stringify(asked)} companies={data} shelf={shelf} />
                <Pagination
                  page={asked.page}
                  size={asked.size}
                  sizes={pageSizes}
                  total={total}
                  more={more === true}
                  onChange={(page, size) => setAsked({ ...asked, page, size })}
                />
              </>
            )
          }
        </ReadState>
      </section>
      {dialog}
    </Drawer>
  )
}
