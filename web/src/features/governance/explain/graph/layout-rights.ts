import type { Rect, Size } from '../../../../ui/drawing/rect.ts'
import { type MenuNode, type RightsGraph, rolesOfMenu } from './rights-graph.ts'

type Kind = 'user' | 'role' | 'menu' | 'point'
export type RightsBox = Rect & {
  /** Unlike any other box's. */
  key: string
  kind: Kind
  name: string
  /** Keys of the boxes that it is joined with, on the left and on the right. */
  before: readonly string[]
  after: readonly string[]
  /** Part of the path that is missing. */
  isMissing: boolean
}
export type RightsLine = {
  from: string
  to: string
  /** As an SVG path. */
  path: string
  isMissing: boolean
  /** The role grants rights of the menu without the menu itself. */
  isPartial: boolean
}
export type RightsLayout = Size & { boxes: readonly RightsBox[]; lines: readonly RightsLine[] }

/** What was asked about; `role`: the one that would be enough, if there is one. */
export type AskedPath = { allowed: boolean; menu: string; point: string; role: string | undefined }
type LayoutOptions = {
  /** The user's name. */
  person: string
  /** How many rights stand beside each other. */
  columns: number
  /** Drawn as missing unless it is allowed. */
  asked: AskedPath | undefined
}

export const sizes = {
  user: { width: 132, height: 56 },
  role: { width: 196, height: 56 },
  menu: { width: 176, height: 56 },
  point: { width: 128, height: 28 },
} as const satisfies Record<Kind, Size>
const gap = { column: 56, role: 12, block: 16, point: 6 }

const roleX = sizes.user.width + gap.column
const menuX = roleX + sizes.role.width + gap.column
const pointX = menuX + sizes.menu.width + gap.column
const pointStep = { x: sizes.point.width + gap.point, y: sizes.point.height + gap.point }

/** How many rights fit beside each other into a width in pixels, at least one. */
export const fittingColumns = (width: number): number =>
  Math.max(1, Math.floor((width - pointX + gap.point) / pointStep.x))

const keys = {
  user: 'user',
  role: (id: string) => `role ${id}`,
  menu: (id: string) => `menu ${id}`,
  point: (code: string) => `point ${code}`,
}
/** Keys of the missing path. */
const missing = { role: 'missing role', menu: 'missing menu', point: 'missing point' }

const joinedBy = (from: Rect, to: Rect): string => {
  const [startX, startY, endX, endY] = [from.x + from.width, from.y + from.height / 2, to.x, to.y + to.height / 2]
  const bend = (startX + endX) / 2
  return `M${startX} ${startY}C${bend} ${startY} ${bend} ${endY} ${endX} ${endY}`
}

/** The missing path stands in the first row, above all others. */
const missingBoxes = ({ role, menu, point }: AskedPath): RightsBox[] => {
  const at = (kind: Exclude<Kind, 'user'>, name: string, x: number): RightsBox => {
    const { width, height } = sizes[kind]
    const y = (sizes.role.height - height) / 2
    return { key: missing[kind], kind, name, x, y, width, height, before: [], after: [], isMissing: true }
  }
  return [...(role === undefined ? [] : [at('role', role, roleX)]), at('menu', menu, menuX), at('point', point, pointX)]
}

const blockHeight = ({ points }: MenuNode, columns: number) =>
  Math.max(sizes.menu.height, Math.ceil(points.length / columns) * pointStep.y - gap.point)

/** The boxes of a menu and of the rights below it, from `top` on. */
const menuBlock = (menu: MenuNode, top: number, columns: number): RightsBox[] => {
  const key = keys.menu(menu.id)
  const points = menu.points.map(({ id, name, via }, at): RightsBox => {
    const [column, row] = [at % columns, Math.floor(at / columns)]
    const place = { x: pointX + column * pointStep.x, y: top + row * pointStep.y }
    const before = [key, ...via.map(keys.role)]
    return { ...sizes.point, ...place, key: keys.point(id), kind: 'point', name, before, after: [], isMissing: false }
  })
  const before = rolesOfMenu(menu).map(keys.role)
  const after = points.map((point) => point.key)
  return [
    { ...sizes.menu, x: menuX, y: top, key, kind: 'menu', name: menu.name, before, after, isMissing: false },
    ...points,
  ]
}

/** The boxes of a graph in columns, from the top: the user, the roles, the menus and the rights of each. */
const placeBoxes = ({ roles, menus }: RightsGraph, { person, columns, asked }: LayoutOptions): RightsBox[] => {
  const lacks = asked && !asked.allowed ? missingBoxes(asked) : []
  const top = lacks.length > 0 ? sizes.role.height + gap.block * 2 : 0
  const roleBoxes = roles.map(({ id, name }, at): RightsBox => {
    const y = top + at * (sizes.role.height + gap.role)
    const after = menus.filter((menu) => rolesOfMenu(menu).includes(id)).map((menu) => keys.menu(menu.id))
    const key = keys.role(id)
    return { ...sizes.role, x: roleX, y, key, kind: 'role', name, before: [keys.user], after, isMissing: false }
  })
  let next = top
  const blocks = menus.flatMap((menu) => {
    const block = menuBlock(menu, next, columns)
    next += blockHeight(menu, columns) + gap.block
    return block
  })
  const after = roleBoxes.map(({ key }) => key)
  const user: RightsBox = {
    ...sizes.user,
    x: 0,
    y: 0,
    key: keys.user,
    kind: 'user',
    name: person,
    before: [],
    after,
    isMissing: false,
  }
  return [user, ...lacks, ...roleBoxes, ...blocks]
}

const missingLines = (boxes: ReadonlyMap<string, RightsBox>): RightsLine[] => {
  const way = [keys.user, missing.role, missing.menu, missing.point].flatMap((key) => boxes.get(key) ?? [])
  return way.slice(1).flatMap((to, at) => {
    const from = way[at]
    return from ? { from: from.key, to: to.key, path: joinedBy(from, to), isMissing: true, isPartial: false } : []
  })
}

/** Places a graph in columns. */
export const layoutRights = (graph: RightsGraph, options: LayoutOptions): RightsLayout => {
  const boxes = placeBoxes(graph, options)
  const byKey = new Map(boxes.map((box) => [box.key, box]))
  const line = (from: string, to: string, isPartial = false): RightsLine[] => {
    const [start, end] = [byKey.get(from), byKey.get(to)]
    return start && end ? [{ from, to, path: joinedBy(start, end), isMissing: false, isPartial }] : []
  }
  const lines = [
    ...graph.roles.flatMap(({ id }) => line(keys.user, keys.role(id))),
    ...graph.menus.flatMap((menu) => [
      ...rolesOfMenu(menu).flatMap((role) =>
        line(keys.role(role), keys.menu(menu.id), menu.isPage && !menu.via.includes(role)),
      ),
      ...menu.points.slice(0, 1).flatMap(({ id }) => line(keys.menu(menu.id), keys.point(id))),
    ]),
    ...(options.asked && !options.asked.allowed ? missingLines(byKey) : []),
  ]
  return {
    boxes,
    lines,
    width: Math.max(...boxes.map(({ x, width }) => x + width)),
    height: Math.max(...boxes.map(({ y, height }) => y + height)),
  }
}
