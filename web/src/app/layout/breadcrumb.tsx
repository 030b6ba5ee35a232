import { t } from '../../ui/texts.ts'
import './breadcrumb.css'
import { Link } from 'react-router'
import type { Crumb, PageEntry } from '../menu-tree.ts'
import { paths } from '../paths.ts'
import { dashboardEntry } from '../shell-session.ts'

const workbench: Crumb = { title: dashboardEntry.title, path: paths.dashboard }

/** Breadcrumb navigation. Starts with the workbench; the last crumb and noRedirect ones are not links. */
export const Breadcrumb = ({ page }: { page: PageEntry }) => {
  const crumbs = [workbench, ...page.crumbs]
  return (
    <nav className="breadcrumb" aria-label={t('面包屑')}>
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
