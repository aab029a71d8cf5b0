import { Component, type ReactNode } from 'react';

interface ErrorBoundaryProps {
  readonly children: ReactNode;
}

interface ErrorBoundaryState {
  readonly failed: boolean;
}

/** Shows a way out instead of an empty page when a part of it fails to render. React logs the error. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override readonly state: ErrorBoundaryState = { failed: false };

  static getDerivedStateFromError(): ErrorBoundaryState {
    return { failed: true };
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return (
      <main className="grid min-h-dvh place-content-center gap-4 p-6 text-center">
        <h1 className="font-display text-4xl">The pyramid has collapsed</h1>
        <p>
          Ahead of schedule, too.{' '}
          <a className="text-gold underline" href="/">
            Start again from the base
          </a>
          .
        </p>
      </main>
    );
  }
}
