import './breadcrumb.css'
import { Link } from 'react-router'
import type { Crumb, PageEntry } from '../menu-tree.ts'
import { paths } from '../paths.ts'
import { dashboardEntry } from '../shell-session.ts'

const workbench: Crumb = { title: dashboardEntry.title, path: paths.dashboard }

/** Where one is. Begins with the workbench; the last crumb and noRedirect ones are not links (spec §2). */
export const Breadcrumb = ({ page }: { page: PageEntry }) => {
  const crumbs = [workbench, ...page.crumbs]
  return (
    <nav className="breadcrumb" aria-label="面包屑">
      <ol>
        {crumbs.map(({ title, path }, at) => {
          const last = at === crumbs.length - 1
          return (
            <li key={`${path} ${title}`}>
              {path && !last ? (
                <Link to={path}>{title}</Link>
              ) : (
                <span aria-current={last ? 'page' : undefined}>{title}</span>
              )}
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
