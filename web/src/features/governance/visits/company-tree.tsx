import type { CompanyRow } from '@atrium/contract/features/tenancy/companies/companies.contract.ts'
import { useState } from 'react'
import { EllipsisText } from '../../../ui/ellipsis-text.tsx'
import { LazyTree, type TreeNode } from '../../../ui/lazy-tree.tsx'
import { t } from '../../../ui/texts.ts'
import { type Destination, destinationName, isSameDestination } from './destination.ts'
import { DestinationActions } from './destination-actions.tsx'
import type { SwitcherState } from './switcher-state.ts'
import { type Branch, loadLevel, useCompanyTree } from './use-company-tree.ts'

const moreMark = '#more'

const DestinationTitle = ({
  branch: { destination, refusal, note },
  switcher,
}: {
  branch: Branch
  switcher: SwitcherState
}) => {
  const isCompany = destination.orgId === null
  return (
    <span className="place-title">
      <EllipsisText>{isCompany ? destination.companyName : destination.orgName}</EllipsisText>
      {isCompany && switcher.currentCompanyId === destination.companyId && (
        <span className="place-here">{t('当前')}</span>
      )}
      <span className="place-actions">
        {note && <span className="place-note">{note}</span>}
        <DestinationActions
          destination={destination}
          reachable={isSameDestination(switcher.chosen, destination)}
          refusal={refusal ?? switcher.findRefusal(destination.companyId)}
          onPin={switcher.onPin}
          onEnter={switcher.onEnter}
        />
      </span>
    </span>
  )
}

type CompanyTreeProps = { companies: readonly CompanyRow[]; switcher: SwitcherState }

/** Companies with their organisations, loaded level by level; long levels are paged. */
export const CompanyTree = ({ companies, switcher }: CompanyTreeProps) => {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const [pages, setPages] = useState<ReadonlyMap<string, number>>(new Map())
  const branches = useCompanyTree(companies, open, pages)
  const destinations = new Map<string, Destination>()

  const toNode = (branch: Branch): TreeNode => {
    const { key, destination, isLeaf, children, remaining } = branch
    destinations.set(key, destination)
    const title = <DestinationTitle branch={branch} switcher={switcher} />
    return { key, title, isLeaf, ...(children && { children: [...children.map(toNode), ...listMore(key, remaining)] }) }
  }
  const listMore = (key: string, remaining: number): TreeNode[] => {
    if (remaining === 0) return []
    const title = <span className="place-more">{t('显示更多（还有 {remaining} 个）', { remaining })}</span>
    return [{ key: key + moreMark, title, isLeaf: true }]
  }
  const select = (key: string) => {
    if (key.endsWith(moreMark)) {
      const level = key.slice(0, -moreMark.length)
      return setPages(new Map([...pages, [level, (pages.get(level) ?? 1) + 1]]))
    }
    const destination = destinations.get(key)
    if (destination) switcher.onChoose(destination)
  }
  const nodes = branches.map(toNode)
  const chosen = [...destinations].find(([, destination]) => isSameDestination(switcher.chosen, destination))
  return (
    <LazyTree
      label={chosen ? t('公司，已选择{destination}', { destination: destinationName(chosen[1]) }) : t('公司，未选择')}
      nodes={nodes}
      open={open}
      selected={chosen?.[0]}
      onOpen={setOpen}
      onSelect={select}
      load={loadLevel}
    />
  )
}
