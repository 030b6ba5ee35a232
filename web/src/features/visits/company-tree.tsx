import type { CompanyRow } from '@atrium/contract/features/companies/companies.contract.ts'
import { useState } from 'react'
import { EllipsisText } from '../../ui/ellipsis-text.tsx'
import { LazyTree, type TreeNode } from '../../ui/lazy-tree.tsx'
import { isSame, nameOf, type Place } from './place.ts'
import { PlaceActions } from './place-actions.tsx'
import type { Shelf } from './shelf.ts'
import { type Branch, loadLevel, useCompanyTree } from './use-company-tree.ts'

const moreMark = '#more'

const PlaceTitle = ({ branch: { place, closed }, shelf }: { branch: Branch; shelf: Shelf }) => {
  const isCompany = place.orgId === null
  return (
    <span className="place-title">
      <EllipsisText>{isCompany ? place.companyName : place.orgName}</EllipsisText>
      {isCompany && shelf.here === place.companyId && <span className="place-here">当前</span>}
      <span className="place-actions">
        <PlaceActions
          place={place}
          reachable={isSame(shelf.chosen, place)}
          closed={closed ?? shelf.closed(place.companyId)}
          onPin={shelf.onPin}
          onEnter={shelf.onEnter}
        />
      </span>
    </span>
  )
}

type CompanyTreeProps = { companies: readonly CompanyRow[]; shelf: Shelf }

/** Companies that open into their organisations, read level by level; long levels come page by page. */
export const CompanyTree = ({ companies, shelf }: CompanyTreeProps) => {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const [pages, setPages] = useState<ReadonlyMap<string, number>>(new Map())
  const branches = useCompanyTree(companies, open, pages)
  const places = new Map<string, Place>()

  const nodeOf = (branch: Branch): TreeNode => {
    const { key, place, isLeaf, below, more } = branch
    places.set(key, place)
    const title = <PlaceTitle branch={branch} shelf={shelf} />
    return { key, title, isLeaf, ...(below && { children: [...below.map(nodeOf), ...moreOf(key, more)] }) }
  }
  const moreOf = (key: string, more: number): TreeNode[] => {
    if (more === 0) return []
    const title = <span className="place-more">{`显示更多（还有 ${more} 个）`}</span>
    return [{ key: key + moreMark, title, isLeaf: true }]
  }
  const select = (key: string) => {
    if (key.endsWith(moreMark)) {
      const level = key.slice(0, -moreMark.length)
      return setPages(new Map([...pages, [level, (pages.get(level) ?? 1) + 1]]))
    }
    const place = places.get(key)
    if (place) shelf.onChoose(place)
  }
  const nodes = branches.map(nodeOf)
  const chosen = [...places].find(([, place]) => isSame(shelf.chosen, place))
  return (
    <LazyTree
      label={`公司，${chosen ? `已选择${nameOf(chosen[1])}` : '未选择'}`}
      nodes={nodes}
      open={open}
      selected={chosen?.[0]}
      onOpen={setOpen}
      onSelect={select}
      load={loadLevel}
    />
  )
}
