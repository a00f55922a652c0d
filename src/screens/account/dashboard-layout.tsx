import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { Outlet } from 'react-router'
import { Button } from '#ui/controls/button.tsx'
import { Drawer } from '#ui/controls/drawer.tsx'
import { Icon } from '#ui/icon.tsx'
import { NavLink } from '#ui/navigation/link.tsx'
import { accountsTexts } from '#texts/accounts'
import { queryClientOf, useAccount } from '#parts/accounts'
import styles from './dashboard-layout.module.css'
import { SecondFactorReminder } from './second-factor-reminder.tsx'

type Entry = { to: string; label: string; end?: boolean; for: 'everyone' | 'customers' | 'admins' }

/** The side menu; each account sees what is for it (specification, section 2). */
const entries: readonly Entry[] = [
  { to: '/dashboard', label: accountsTexts.menuEntries.profile, end: true, for: 'everyone' },
  { to: '/dashboard/order', label: accountsTexts.menuEntries.orders, for: 'customers' },
  { to: '/dashboard/reviews', label: accountsTexts.menuEntries.addReview, for: 'customers' },
  { to: '/dashboard/allOrders', label: accountsTexts.menuEntries.allOrders, for: 'admins' },
  { to: '/dashboard/manageProducts', label: accountsTexts.menuEntries.products, for: 'admins' },
  { to: '/dashboard/lowStock', label: accountsTexts.menuEntries.lowStock, for: 'admins' },
  { to: '/dashboard/addNewTool', label: accountsTexts.menuEntries.addTool, for: 'admins' },
  { to: '/dashboard/categories', label: accountsTexts.menuEntries.categories, for: 'admins' },
  { to: '/dashboard/imports', label: accountsTexts.menuEntries.imports, for: 'admins' },
  { to: '/dashboard/users', label: accountsTexts.menuEntries.users, for: 'admins' },
  { to: '/dashboard/manageReviews', label: accountsTexts.menuEntries.manageReviews, for: 'admins' },
  { to: '/dashboard/settings', label: accountsTexts.menuEntries.settings, for: 'admins' },
  { to: '/dashboard/audit', label: accountsTexts.menuEntries.audit, for: 'admins' },
  { to: '/dashboard/portfolio', label: accountsTexts.menuEntries.portfolio, for: 'everyone' },
  { to: '/dashboard/account', label: accountsTexts.menuEntries.account, for: 'everyone' },
]

/** The frame of the signed-in pages: the menu at the side, a sheet on phones, and the data that they share. */
export default function DashboardLayout() {
  const { email, admin } = useAccount()
  return (
    <QueryClientProvider client={queryClientOf(email)}>
      <div className={`column ${styles.frame}`}>
        <header className={styles.greeting} data-print="no">
          <p className={styles.welcome}>{accountsTexts.greeting}</p>
          <PhoneMenu />
        </header>
        <div className={styles.side} data-print="no">
          <div className={styles.sticky}>
            <nav className={styles.menu} aria-label={accountsTexts.dashboardMenu}>
              <Entries />
            </nav>
            {admin && <SecondFactorReminder />}
          </div>
        </div>
        <div className={styles.page}>
          <Outlet />
        </div>
      </div>
    </QueryClientProvider>
  )
}

function Entries({ onGo }: { onGo?: () => void }) {
  const { admin } = useAccount()
  const shown = entries.filter(entry => entry.for === 'everyone' || entry.for === (admin ? 'admins' : 'customers'))
  return (
    <ul role="list" className={styles.entries}>
      {shown.map(({ to, label, end = false }) => (
        <li key={to}>
          <NavLink to={to} end={end} className={styles.entry ?? ''} onClick={onGo}>
            {label}
          </NavLink>
        </li>
      ))}
    </ul>
  )
}

function PhoneMenu() {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <div className={styles.phone}>
      <Button
        variant="quiet"
        size="small"
        onClick={() => setOpen(true)}
        aria-haspopup="dialog"
        aria-label={accountsTexts.dashboardMenu}
      >
        <Icon name="menu" size={18} />
        {accountsTexts.menu}
      </Button>
      <Drawer open={isOpen} onClose={close} title={accountsTexts.dashboard}>
        <nav aria-label={accountsTexts.dashboardMenu}>
          <Entries onGo={close} />
        </nav>
      </Drawer>
    </div>
  )
}
