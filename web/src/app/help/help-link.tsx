import { BookOpen } from 'lucide-react'
import { Link } from 'react-router'
import type { PageEntry } from '../menu-tree.ts'
import { paths } from '../paths.ts'
import { helpEntry } from '../shell-session.ts'

/** Leads from a page of the console to the handbook's page about it. */
export const HelpLink = ({ page }: { page: PageEntry }) => (
  <Link className="bar-button help-link" to={paths.helpAbout(page.component)} title={helpEntry.title}>
    <BookOpen size={18} aria-hidden="true" />
  </Link>
)
