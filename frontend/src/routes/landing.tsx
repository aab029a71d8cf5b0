import { CollapseSection } from '@/features/education/collapse-section';
import { EducationSection } from '@/features/education/education-section';
import { Hero } from '@/features/site/hero';
import { LaunchSection, PathSteps, SuccessStories } from '@/features/site/landing-sections';
import { LastScene } from '@/features/site/last-scene';
import { useWalletState } from '@/features/wallet/wallet-store';

export function LandingRoute() {
  const wallet = useWalletState();
  return (
    <>
      <Hero />
      <CollapseSection wallet={wallet.status === 'connected' ? wallet.address : null} />
      <PathSteps />
      <LaunchSection />
      <SuccessStories />
      <EducationSection />
      <LastScene />
    </>
  );
}
