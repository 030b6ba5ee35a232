import { Package } from 'lucide-react'
import { ObjectIcon } from './object-page.tsx'

/** @public The face of a module's row. */
export const RowIcon = () => <ObjectIcon icon={Package} />
