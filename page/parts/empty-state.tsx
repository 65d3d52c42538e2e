import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

interface EmptyStateProps {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly children: ReactNode;
}

/** Where a whole list is empty: that it is, and how something would come into it. */
export const EmptyState = ({ icon: Icon, title, children }: EmptyStateProps) => (
  <div className="empty-state">
    <Icon className="icon" aria-hidden="true" />
    <p className="empty-title">{title}</p>
    <p>{children}</p>
  </div>
);
