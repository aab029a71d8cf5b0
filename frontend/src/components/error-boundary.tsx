import { Component, type ReactNode } from 'react';

interface ErrorBoundaryProps {
  /** Shown once anything inside has failed to render; `retry` renders it again. */
  readonly fallback: (retry: () => void) => ReactNode;
  readonly onFailure?: () => void;
  readonly children: ReactNode;
}

/** Shows something else instead of an empty page when a part of it fails to render. React logs the error. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { failed: boolean }> {
  override readonly state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(): void {
    this.props.onFailure?.();
  }

  override render(): ReactNode {
    return this.state.failed ? this.props.fallback(this.retry) : this.props.children;
  }

  private readonly retry = (): void => this.setState({ failed: false });
}
